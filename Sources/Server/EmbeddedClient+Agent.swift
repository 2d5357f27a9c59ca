package import BrowserModel
package import Catalogue
internal import CommandKit
package import Notation
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// Calls of a program that has the store in its own process, such as a server of agents.
extension EmbeddedClient {
  /// The name under which the client acts, or nil for the user.
  package var agent: String? {
    get { state.context.agent }
    set { state.context.agent = newValue }
  }

  /// The number of the client's run (``Origin/run``).
  package var run: UInt32 {
    get { state.context.run }
    set { state.context.run = newValue }
  }

  /// Performs a method, and returns its result.
  package func result(
    of method: String, _ parameters: [(name: String, value: JSON)] = []
  ) throws -> JSON {
    let result = try service.result(of: Request(method, parameters), in: &state)
    return try JSONParser.parse(result.bytes)
  }

  /// Calls a closure with the newest state of a branch, or with its state at a moment.
  /// - Parameters:
  ///   - branch: The name of the branch, or nil for the main branch.
  ///   - moment: The number of an event or the text of a point, or nil for the present.
  package func read<Value>(
    branch: String? = nil, at moment: JSON? = nil, _ body: (CommandContext) throws -> Value
  ) throws -> Value {
    var parameters: [(name: String, value: JSON)] = []
    if let branch { parameters.append(("branch", .string(branch))) }
    if let moment { parameters.append(("at", moment)) }
    return try service.read(Request("tabs", parameters), in: &state, body)
  }

  /// Performs actions as one action of the client, on a branch.
  /// - Parameters:
  ///   - request: A description of the request, for a key that is used again.
  ///   - body: Returns the actions. It can read the newest state of the branch.
  ///   - following: Returns further actions of the same action, given the events of each action.
  package func perform(
    branch: String?, key: String?, ifAt: EventID?, request: String,
    _ body: (CommandContext) throws -> [Action],
    then following: (([Commit]) throws -> [Action])? = nil
  ) throws -> JSON {
    try read(branch: branch) { context in
      let precondition = Precondition(unchangedSince: ifAt, key: key, request: request)
      let commit =
        if let former = try context.store.previousCommit(precondition) {
          former
        } else {
          try context.store.perform(
            asOne: try body(context), by: context.origin, if: precondition, then: following)
        }
      let answer = Answer(performed: [commit], newest: context.store.browser.sequence)
      return try JSONParser.parse(Array(answer.output.text.utf8))
    }
  }

  /// Starts to watch the profile, and returns the descriptor that becomes readable when another
  /// process may have written. Returns nil for a profile in memory.
  package func watchedDescriptor() throws -> Int32? {
    try service.watchProfile()
    return service.watch?.descriptor
  }

  /// Marks the reported writes as seen, and reads them.
  /// - Returns: The newest event of the log.
  package func catchUp() throws -> EventID {
    _ = service.watch?.wait(milliseconds: 0)
    if let failure = state.context.catchUp() { throw failure }
    return store.timeline.position
  }
}
