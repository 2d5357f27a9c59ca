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
  let service: Service
  var state: ClientState
  /// The author of the client's actions, both for calls and for messages.
  private var origin: Origin

  /// The maximum size of a message, in bytes.
  package static let largestMessageBytes = ServedClient.largestMessageBytes

  /// Creates a client, which does not have to call `hello`. Until the client specifies a name, its
  /// actions are recorded as the user's actions.
  package init(_ store: Store) {
    self.store = store
    var context = CommandContext(store: store, presentation: CommandContext.Presentation())
    // The program can access these files itself.
    context.allowsFiles = true
    service = Service(context, hasOneClient: true)
    state = service.newClient()
    state.isGreeted = true
    origin = state.context.origin
  }

  /// Creates a client for an agent, which has no access to files or private windows.
  package init(agentOf context: CommandContext) {
    store = context.store
    service = Service(context, hasOneClient: true)
    state = service.newClient()
    state.isGreeted = true
    state.context.allowsFiles = false
    origin = state.context.origin
  }

  // MARK: Messages

  /// Performs the request in a message, or the requests of a batch.
  /// - Parameter message: JSON of at most ``largestMessageBytes`` bytes.
  /// - Returns: The response, which is empty if no request has an id, and the failure or nil. The
  ///   failures of requests in a batch are only in the response.
  package func answer(_ message: [UInt8]) -> (reply: [UInt8], failure: CommandError?) {
    defer { origin = state.context.origin }
    switch ReceivedMessage(message[...]) {
    case .request(let request):
      let (reply, failure) = answer(request)
      return (reply?.document ?? [], failure)
    case .batch(let requests):
      let batch = ReplyBatch(requests: requests.count)
      var replies: [UInt8]?
      for request in requests {
        replies = batch.add(
          batch.isFull
            ? request.id.map { .reply(to: $0, ReplyBatch.tooLarge) } : answer(request).reply)
      }
      return (replies?.dropLast() ?? [], nil)
    }
  }

  private func answer(_ request: ReceivedRequest) -> (reply: JSONWriter?, failure: CommandError?) {
    do {
      switch request {
      case .invalid(_, let failure): throw failure
      case .valid(let request):
        let result = try service.result(of: request, in: &state)
        return (request.id.map { .reply(to: $0, result: result) }, nil)
      }
    } catch {
      let error = CommandError(error)
      return (request.id.map { .reply(to: $0, error) }, error)
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

  /// Returns the title of the action that ``undo(isRedo:)`` would undo or redo, or nil if there is
  /// none.
  package func undoTitle(isRedo: Bool = false) -> String? {
    isRedo ? state.context.redoTitle?.text : state.context.undoTitle?.text
  }

  /// Records that a front end with an engine has started, and returns how its previous run ended.
  /// - Parameter frontEnd: The name of the front end, 1 to 100 bytes.
  package func openSession(_ frontEnd: String) throws -> ServedMethod.OpenedSession {
    try service.openSession(frontEnd, state.context)
  }

  /// Records that the front end has ended normally.
  package func endSession() throws { try service.endSession(state.context) }

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
