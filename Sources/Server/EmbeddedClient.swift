package import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
package import RetraceEventLog
package import RetraceStore
package import RetraceTimeline

/// A program that has the store in its own process: it asks for the same as one that is served, without
/// a connection, and may call the store itself.
///
/// Use it from one thread at a time.
package final class EmbeddedClient {
  /// The store, which is the client's alone.
  package let store: Store
  private let service: Service
  private var state: ClientState
  /// Who acts, by calls as by messages.
  private var origin: Origin

  /// How large a message may be, in bytes.
  package static let largestMessageBytes = ServedClient.largestMessageBytes

  /// It need not say hello: what it does is the person's, until it has given a name.
  package init(_ store: Store) {
    self.store = store
    service = Service(CommandContext(store: store, presentation: CommandContext.Presentation()))
    state = service.newClient()
    state.isGreeted = true
    origin = state.context.origin
  }

  // MARK: Messages

  /// Does what a message asks for.
  ///
  /// - Parameter message: JSON, not longer than ``largestMessageBytes``.
  /// - Returns: The message that answers it, empty where it has no id and wants no answer; and why it
  ///   was not done.
  package func answer(_ message: [UInt8]) -> (reply: [UInt8], failure: RequestFailure?) {
    defer { origin = state.context.origin }
    let request: Request
    do throws(RequestFailure) {
      request = try Request(message[...])
    } catch {
      return (JSONWriter.reply(to: error.id ?? .null, error).document, error)
    }
    do throws(RequestFailure) {
      let result = try service.result(of: request, in: &state)
      return (request.id.map { JSONWriter.reply(to: $0, result: result).document } ?? [], nil)
    } catch {
      return (request.id.map { JSONWriter.reply(to: $0, error).document } ?? [], error)
    }
  }

  /// Whether it has asked to be told of changes, or shows pages.
  package var wantsNews: Bool { state.wantsNews }

  /// Tells when somebody may have written to the profile, once the client has subscribed; nil in memory,
  /// where nobody else writes.
  package var watch: ProfileWatch? { service.watch }

  /// The next message that it was not asked for: what became different, or what views have to do,
  /// or nil if there is none.
  package func news() throws(RequestFailure) -> [UInt8]? {
    try requesting { () throws(CommandFailure) in
      try service.news(in: &state)?.document
    }
  }

  // MARK: Calls

  /// Does what an action asks for.
  @discardableResult
  package func perform(
    _ action: Action, by actor: Event.Actor = .user
  ) throws(RequestFailure) -> Commit {
    // A copy of all that a command works on would cost as much as the action.
    if state.context.past != nil {
      try requesting { () throws(CommandFailure) in try state.context.refuseThePast() }
    }
    var origin = origin
    origin.actor = actor
    return try requesting { () throws(CommandFailure) in
      try failing { () throws(StoreFailure) in try store.perform(action, by: origin) }
    }
  }

  /// Undoes what was done last, or brings back what was undone last.
  package func undo(isRedo: Bool = false) throws(RequestFailure) -> UndoResult {
    try requesting { () throws(CommandFailure) in
      try failing { () throws(StoreFailure) in
        isRedo ? try store.redo(by: origin) : try store.undo(by: origin)
      }
    }
  }

  /// Where typed text leads, as `open` and `go` take it.
  package func destination(_ typed: String) throws(RequestFailure) -> Destination {
    try requesting { () throws(CommandFailure) in try state.context.destination(typed) }
  }

  /// The line at a moment, as `at` takes it: an event's number, a time, the name of a mark or a branch.
  package func timeline(at point: String) throws(RequestFailure) -> Timeline {
    guard let point = Point(point) else {
      throw RequestFailure(
        .badArguments,
        "“\(point)” is not a moment: it is an event’s number such as 120 or -5, a time such as "
          + "@12:00, “start”, “now”, or the name of a mark or a branch.")
    }
    return try requesting { () throws(CommandFailure) in
      if let failure = state.context.catchUp() { throw failure }
      return try state.context.moment(at: point).timeline
    }
  }
}

extension JSONWriter {
  /// What was written, without the newline that parts messages on a connection.
  fileprivate var document: [UInt8] { bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes }
}
