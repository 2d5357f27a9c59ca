/// A page, or a place in one, became the current entry.
public struct NavigationCommitted: Equatable, Sendable, BitwiseCopyable {
  /// The tab that navigated.
  public var tab: TabID = .nothing
  /// The entry that was current before, for the trail; the fold does not use it.
  public var parent: EntryID = .nothing
  /// Whether it replaces the current entry instead of appending one (H3).
  public var isReplacement = false
  /// Whether the document stays: a fragment, `pushState` or `replaceState` (H5).
  public var isSameDocument = false
  /// Whether the page did it without the user's having interacted with it. The entries of
  /// its document are skipped by Back from then on (H9).
  public var isWithoutActivation = false
  /// Whether an engine still has to load the page.
  public var isLoading = false
  /// Whether all opener groups of the window are forgotten with it (T8).
  public var forgetsOpenerGroups = false
  /// Whether a load that is under way continues: another place in the same page does not end it
  /// (H10).
  public var keepsLoad = false
  /// How the page was reached.
  public var transition: Transition = .link
  /// The URL that is shown, after all redirects.
  public var url: Text = .absent
  /// The URL that was asked for and each redirect but the last, separated by line feeds;
  /// absent if the server did not redirect (H4).
  public var redirects: Text = .absent
  /// The text that was typed, absent if it is the URL.
  public var input: Text = .absent
  /// The policy and the reason by which the input became the URL (A1).
  public var reason: Text = .absent
  /// The words that were searched for, absent if this is not a search.
  public var searchWords: Text = .absent
  public init() {}
}

extension NavigationCommitted: DestinationFact {}
