internal import BrowserModel
internal import Catalogue
internal import RetraceStore

/// The state of a client: the context and branch of its commands, and its subscriptions.
struct ClientState {
  /// The context of the client's commands. All clients share the store.
  var context: CommandContext
  /// The branch of the client.
  var branch: BranchID
  /// The branch that the client has subscribed to, or nil for its own branch.
  var observedBranch: BranchID?
  /// The branch that the client's views show, or nil for its own branch.
  var shownBranch: BranchID?
  /// The state that was last reported to the client, or nil if the client has not subscribed.
  var observer: ChangeObserver?
  /// The state of the client's views, or nil if the client shows no pages.
  var engine: ServedEngine?
  /// Whether the client has identified itself.
  var isGreeted = false

  /// The branches whose states the client uses.
  var branches: [BranchID] { [branch] + [observedBranch, shownBranch].compactMap { $0 } }

  /// Whether the client receives notifications.
  var wantsEvents: Bool { observer != nil || engine != nil }
}
