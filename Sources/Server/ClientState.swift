internal import BrowserModel
internal import Catalogue
internal import RetraceStore

/// The state of a client: its requests so far, and what it shows.
struct ClientState {
  /// The context of its commands. All clients share the store.
  var context: CommandContext
  /// The branch of the client.
  var branch: BranchID
  /// The state last reported to the client, or nil if it has not subscribed.
  var observer: ChangeObserver?
  /// The state of its views, or nil if it shows no pages.
  var engine: ServedEngine?
  /// Whether the client has identified itself.
  var isGreeted = false

  /// Whether it receives notifications.
  var wantsNews: Bool { observer != nil || engine != nil }
}
