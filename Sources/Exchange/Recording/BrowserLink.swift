internal import Notation

/// The connection to a browser started by this program: calls, their answers, and events of the
/// browser.
///
/// Chromium's debugging protocol has this form, and the companion in Firefox uses it too. Calls
/// with an empty session are for the browser itself, others for the target that Chromium attached
/// with that session id (`Target.attachToTarget` with `flatten`).
final class BrowserLink {
  /// An event of the browser, or the result of waiting for it.
  enum ViewEvent {
    case event(Event)
    /// The answer to ``ask(_:_:in:)``, or nil if it was refused.
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
  /// Whether the browser has ended.
  private(set) var hasEnded = false

  /// The maximum time for the answer to a call.
  private static let patience = Duration.seconds(15)

  /// - Parameter stop: A descriptor that becomes readable when the user asks to stop, or −1.
  init(_ pipe: MessagePipe, stop: Int32 = -1) {
    self.pipe = pipe
    self.stop = stop
  }

  /// Makes a call, and continues without the answer, which arrives as an event.
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

  /// Makes a call and waits for the answer. Events that arrive meanwhile are queued for
  /// ``next(by:)``.
  ///
  /// - Throws: An error if the browser refuses, does not answer in time, or ends.
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
        throw ExchangeError(
          .browserFailed,
          "The browser refused \(method): \(message["error"]?["message"]?.string ?? "no reason").")
      case .end:
        hasEnded = true
        throw ExchangeError(.browserFailed, "The browser ended.")
      case .nothing, .stop:
        throw ExchangeError(.browserFailed, "The browser does not answer \(method).")
      }
    }
  }

  /// Returns the next event of the browser.
  ///
  /// - Parameter deadline: The time to return without an event, or nil to wait forever.
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

  /// Waits until the browser has ended, ignoring its events and requests to stop.
  ///
  /// - Returns: Whether it ended in time.
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
