internal import Notation
internal import Platform

/// Firefox's remote control, over a port of the loopback interface: `[0, number, name, arguments]` there,
/// `[1, number, error, result]` back. Protocol 3; `remote/marionette` in Firefox's sources.
///
/// Whoever is connected may do all that Firefox may, and anybody on this computer could connect. So it serves
/// for the start alone: what it brings in stops it.
struct Marionette {
  /// The connection, for what takes it over in Firefox.
  let pipe: MessagePipe
  private var calls: Int64 = 0

  /// So long may an answer take: the first comes when Firefox has opened its windows.
  private static let patience = Duration.seconds(60)

  init(port: UInt16) throws {
    let connection = try Self.connect(to: port)
    pipe = MessagePipe(reading: connection, writing: connection, .byteCount)
    // It says who it is first.
    guard try receive("its name")["marionetteProtocol"]?.integer == 3 else {
      throw BrowserFailure("This Firefox is controlled in another way than is known here.")
    }
  }

  /// - Throws: Where Firefox refuses, says nothing in time, or ends.
  @discardableResult
  mutating func call(
    _ name: String, _ arguments: [(name: String, value: JSON)] = []
  ) throws -> JSON {
    calls += 1
    try pipe.send(.array([.integer(0), .integer(calls), .string(name), .object(arguments)]))
    let answer = try receive(name).elements
    guard answer.count == 4, answer[1].integer == calls, answer[2] == .null else {
      let reason = answer.count == 4 ? answer[2]["message"]?.string : nil
      throw BrowserFailure("Firefox refused \(name): \(reason ?? "no reason").")
    }
    return answer[3]
  }

  private func receive(_ what: String) throws -> JSON {
    switch try pipe.receive(by: .now + Self.patience) {
    case .message(let message): return message
    case .end: throw BrowserFailure("Firefox ended.")
    case .nothing, .stop: throw BrowserFailure("Firefox does not say \(what).")
    }
  }

  private static func connect(to port: UInt16) throws -> Int32 {
    do throws(Errno) {
      return try FileDescriptor.connect(toLocalPort: port)
    } catch {
      throw BrowserFailure("Firefox cannot be reached: \(error.text).")
    }
  }
}
