internal import BrowserModel
package import CommandKit
internal import RetraceStore

/// Performing several commands as one action.
extension CommandContext {
  /// Performs commands as one action, which one undo reverts.
  ///
  /// All references are resolved before the first action. Each action is then decided on the result
  /// of the previous actions. If one of them is rejected, nothing is written.
  ///
  /// - Parameter name: The name of the action in the log, or nil.
  /// - Throws: `notAllowed` for a command that does more than actions of the user, such as `undo`.
  package mutating func answer(toAll commands: [Arguments], named name: String?) throws -> Answer {
    try refuseThePast()
    let precondition = precondition
    defer { gathered = nil }
    gathered = []
    var count = 0
    for command in commands {
      // Other commands read or write files, or cannot be undone.
      guard [.writes, .mayWrite].contains(command.declaration.effect) else {
        throw Self.notJoined(command)
      }
      let answer = answer(to: command)
      if let failure = answer.failure { throw failure }
      guard let gathered, gathered.count > count else { throw Self.notJoined(command) }
      count = gathered.count
    }
    let actions = gathered ?? []
    gathered = nil
    let commit = try store.perform(asOne: actions, named: name, by: origin, if: precondition)
    return Answer(performed: [commit], newest: store.browser.sequence)
  }

  private static func notJoined(_ command: Arguments) -> CommandError {
    CommandError(
      "notAllowed", "“\(command.declaration.name)” performs no action that can be joined.")
  }

  /// Adds actions to those that are performed together.
  mutating func gather(_ actions: [Action], isPrivate: Bool = false) throws -> Commit {
    if isPrivate {
      throw CommandError("notAllowed", "Private windows cannot be part of a joint action.")
    }
    gathered? += actions
    return .nothing
  }

  /// Rejects a command that does something other than performing actions of the user.
  func refuseGathering() throws {
    guard gathered != nil else { return }
    throw CommandError("notAllowed", "This command cannot be part of a joint action.")
  }
}
