internal import Notation
internal import Platform

/// Firefox's remote control over a port of the loopback interface. Requests are `[0, number, name,
/// arguments]`, and responses are `[1, number, error, result]`. This is protocol 3, see
/// `remote/marionette` in Firefox's sources.
///
/// A connected program can control everything in Firefox, and any program on this computer could
/// connect. Therefore Marionette is used only for the start, and the injected script stops it.
struct Marionette {
  /// The connection, which the script takes over in Firefox.
  let pipe: MessagePipe
  private var calls: Int64 = 0

  /// The maximum time to wait for an answer. The first answer arrives after Firefox has opened its
  /// windows.
  private static let patience = Duration.seconds(60)

  init(port: UInt16) throws {
    let connection = try Self.connect(to: port)
    pipe = MessagePipe(reading: connection, writing: connection, .byteCount)
    // Marionette first sends its name and protocol version.
    guard try receive("its name")["marionetteProtocol"]?.integer == 3 else {
      throw ExchangeError(
        .browserFailed, "This Firefox uses an unsupported remote control protocol.")
    }
  }

  /// - Throws: ``ExchangeError`` if Firefox returns an error, does not answer in time, or exits.
  @discardableResult
  mutating func call(
    _ name: String, _ arguments: [(name: String, value: JSON)] = []
  ) throws -> JSON {
    calls += 1
    try pipe.send(.array([.integer(0), .integer(calls), .string(name), .object(arguments)]))
    let answer = try receive(name).elements
    guard answer.count == 4, answer[1].integer == calls, answer[2] == .null else {
      let reason = answer.count == 4 ? answer[2]["message"]?.string : nil
      throw ExchangeError(.browserFailed, "Firefox refused \(name): \(reason ?? "no reason").")
    }
    return answer[3]
  }

  private func receive(_ what: String) throws -> JSON {
    switch try pipe.receive(by: .now + Self.patience) {
    case .message(let message): return message
    case .end: throw ExchangeError(.browserFailed, "Firefox exited.")
    case .nothing, .stop: throw ExchangeError(.browserFailed, "Firefox did not send \(what).")
    }
  }

  private static func connect(to port: UInt16) throws -> Int32 {
    do {
      return try FileDescriptor.connect(toLocalPort: port)
    } catch {
      throw ExchangeError(
        .browserFailed, "Firefox cannot be reached: \(error).", underlying: error)
    }
  }
}
