package import BrowserModel
package import Catalogue
internal import CommandKit
internal import Notation
package import RetraceEventLog
package import RetraceStore
package import RetraceTimeline

/// A program that has the store in its own process. It has the same methods as a served client,
/// without a connection, and can also call the store directly.
///
/// Use it from one thread at a time.
package final class EmbeddedClient {
  /// The store, used only by this client.
  package let store: Store
  private let service: Service
  private var state: ClientState
  /// The author of the client's actions, both for calls and for messages.
  private var origin: Origin

  /// The maximum size of a message, in bytes.
  package static let largestMessageBytes = ServedClient.largestMessageBytes

  /// Creates a client, which does not have to call `hello`. Until the client specifies a name, its
  /// actions are recorded as the user's actions.
  package init(_ store: Store) {
    self.store = store
    service = Service(CommandContext(store: store, presentation: CommandContext.Presentation()))
    state = service.newClient()
    state.isGreeted = true
    origin = state.context.origin
  }

  // MARK: Messages

  /// Performs the request in a message.
  /// - Parameter message: JSON of at most ``largestMessageBytes`` bytes.
  /// - Returns: The response, which is empty if the message has no id, and the failure or nil.
  package func answer(_ message: [UInt8]) -> (reply: [UInt8], failure: CommandError?) {
    defer { origin = state.context.origin }
    let request: Request
    var id: JSON?
    do {
      request = try Request(message[...], id: &id)
    } catch {
      let error = CommandError(error)
      return (JSONWriter.reply(to: id ?? .null, error).document, error)
    }
    do {
      let result = try service.result(of: request, in: &state)
      return (request.id.map { JSONWriter.reply(to: $0, result: result).document } ?? [], nil)
    } catch {
      let error = CommandError(error)
      return (request.id.map { JSONWriter.reply(to: $0, error).document } ?? [], error)
    }
  }

  /// Whether the client has subscribed to changes or shows pages.
  package var wantsEvents: Bool { state.wantsEvents }

  /// The watch that reports that another process may have written to the profile. Nil until the
  /// client has subscribed. Also nil for a store in memory, to which no other process writes.
  package var watch: ProfileWatch? { service.watch }

  /// Returns the next notification, or nil if there is none. It is about changes or about commands
  /// for views.
  package func news() throws -> [UInt8]? {
    try service.news(in: &state)?.document
  }

  // MARK: Calls

  /// Performs an action.
  @discardableResult
  package func perform(
    _ action: Action, by actor: Event.Actor = .user
  ) throws -> Commit {
    // Copying the context, as a command does, would take as long as the action itself.
    if state.context.past != nil {
      try state.context.refuseThePast()
    }
    var origin = origin
    origin.actor = actor
    return try store.perform(action, by: origin)
  }

  /// Undoes the last action, or redoes the last undone action.
  package func undo(isRedo: Bool = false) throws -> UndoResult {
    isRedo ? try store.redo(by: origin) : try store.undo(by: origin)
  }

  /// Returns the destination of typed text, as the commands `open` and `go` interpret it.
  package func destination(_ typed: String) throws -> Destination {
    try state.context.destination(typed)
  }

  /// Returns the timeline at a moment. As in the command `at`, the moment is the number of an
  /// event, a time, or the name of a mark or a branch.
  package func timeline(at point: String) throws -> Timeline {
    guard let point = Point(point) else {
      throw CommandError(
        .badArguments,
        "“\(point)” is not a moment: it is an event’s number such as 120 or -5, a time such as "
          + "@12:00, “start”, “now”, or the name of a mark or a branch.")
    }
    if let failure = state.context.catchUp() { throw failure }
    return try state.context.moment(at: point).timeline
  }
}

extension JSONWriter {
  /// The output without the newline that separates messages on a connection.
  fileprivate var document: [UInt8] { bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes }
}
