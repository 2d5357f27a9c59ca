internal import Notation
internal import Platform

/// Firefox's remote control, over a port of the loopback interface: requests are
/// `[0, number, name, arguments]`, responses `[1, number, error, result]`. Protocol 3. See
/// `remote/marionette` in Firefox's sources.
///
/// A connected program can do anything that Firefox can do, and any program on this computer could
/// connect. Therefore it is used only for the start: the injected script stops it.
struct Marionette {
  /// The connection, for the script that takes it over in Firefox.
  let pipe: MessagePipe
  private var calls: Int64 = 0

  /// The maximum time for an answer. The first one arrives after Firefox has opened its windows.
  private static let patience = Duration.seconds(60)

  init(port: UInt16) throws {
    let connection = try Self.connect(to: port)
    pipe = MessagePipe(reading: connection, writing: connection, .byteCount)
    // It introduces itself first.
    guard try receive("its name")["marionetteProtocol"]?.integer == 3 else {
      throw ExchangeError(
        .browserFailed, "This Firefox uses an unsupported remote control protocol.")
    }
  }

  /// - Throws: An error if Firefox refuses, does not answer in time, or ends.
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
    case .end: throw ExchangeError(.browserFailed, "Firefox ended.")
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
