internal import BrowserModel
internal import Catalogue
internal import RetraceStore

/// What a program that asks for commands has said so far, and what it looks at.
struct ClientState {
  /// What its commands work on. The store is that of all programs.
  var context: CommandContext
  /// The branch that it is on.
  var branch: BranchID
  /// What it was told of the state last, or nil if it does not want to be told.
  var observer: ChangeObserver?
  /// What its views show, or nil if it shows no pages.
  var engine: ServedEngine?
  /// Whether it has said who it is.
  var isGreeted = false

  /// Whether it is to be told of anything.
  var wantsNews: Bool { observer != nil || engine != nil }
}
