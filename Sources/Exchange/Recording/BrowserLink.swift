internal import Notation

/// The line to a browser that was started here: calls, their answers, and what the browser tells by itself.
///
/// Chromium's debugging protocol has this form, and what stands in Firefox speaks it, too. Calls with an
/// empty session are for the browser itself, others for the target that Chromium attached under that name
/// (`Target.attachToTarget` with `flatten`).
final class BrowserLink {
  /// Something that the browser told, or that a wait for it came to.
  enum ViewEvent {
    case event(Event)
    /// The answer to ``ask(_:_:in:)``; nil: it was refused.
    case answer(call: Int, JSON?)
    case nothing
    case stop
    case end
  }

  struct Event {
    let method: String
    let parameters: JSON
    let session: String
  }

  private let pipe: MessagePipe
  private let stop: Int32
  private var calls = 0
  private var waiting: [ViewEvent] = []
  /// Whether the browser is gone.
  private(set) var hasEnded = false

  /// So long may the answer to a call take.
  private static let patience = Duration.seconds(15)

  /// - Parameter stop: A descriptor that can be read once somebody asked to stop, or −1.
  init(_ pipe: MessagePipe, stop: Int32 = -1) {
    self.pipe = pipe
    self.stop = stop
  }

  /// Calls, and continues without the answer, which comes with the news.
  ///
  /// - Returns: The number of the call.
  @discardableResult
  func ask(
    _ method: String, _ parameters: [(name: String, value: JSON)] = [], in session: String = ""
  ) throws -> Int {
    calls += 1
    var members: [(name: String, value: JSON)] = [
      ("id", .integer(Int64(calls))), ("method", .string(method)),
      ("params", .object(parameters)),
    ]
    if !session.isEmpty { members.append(("sessionId", .string(session))) }
    try pipe.send(.object(members))
    return calls
  }

  /// Calls and waits for the answer; what is told meanwhile waits for ``next(by:)``.
  ///
  /// - Throws: Where the browser refuses, says nothing in time, or ends.
  func call(
    _ method: String, _ parameters: [(name: String, value: JSON)] = [], in session: String = ""
  ) throws -> JSON {
    let call = try ask(method, parameters, in: session)
    let deadline = ContinuousClock.now + Self.patience
    while true {
      switch try pipe.receive(by: deadline) {
      case .message(let message):
        guard message["id"]?.integer == Int64(call) else {
          waiting.append(Self.news(message))
          continue
        }
        if let result = message["result"] { return result }
        throw BrowserFailure(
          "The browser refused \(method): \(message["error"]?["message"]?.string ?? "no reason").")
      case .end:
        hasEnded = true
        throw BrowserFailure("The browser ended.")
      case .nothing, .stop: throw BrowserFailure("The browser does not answer \(method).")
      }
    }
  }

  /// What the browser tells next.
  ///
  /// - Parameter deadline: When to come back with nothing; nil: never.
  func next(by deadline: ContinuousClock.Instant? = nil) throws -> ViewEvent {
    if !waiting.isEmpty { return waiting.removeFirst() }
    if hasEnded { return .end }
    switch try pipe.receive(by: deadline, stop: stop) {
    case .message(let message): return Self.news(message)
    case .nothing: return .nothing
    case .stop: return .stop
    case .end:
      hasEnded = true
      return .end
    }
  }

  /// Waits until the browser is gone, whatever it tells on the way, and whoever asks to stop.
  ///
  /// - Returns: Whether it went in time.
  func waitForEnd(by deadline: ContinuousClock.Instant) throws -> Bool {
    while !hasEnded {
      switch try pipe.receive(by: deadline) {
      case .message, .stop: break
      case .nothing: return false
      case .end: hasEnded = true
      }
    }
    return true
  }

  private static func news(_ message: JSON) -> ViewEvent {
    if let call = message["id"]?.integer {
      return .answer(call: Int(clamping: call), message["result"])
    }
    return .event(
      Event(
        method: message["method"]?.string ?? "", parameters: message["params"] ?? .null,
        session: message["sessionId"]?.string ?? ""))
  }
}
