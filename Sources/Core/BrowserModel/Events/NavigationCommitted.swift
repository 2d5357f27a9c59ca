/// A page, or a place in a page, became the current entry.
public struct NavigationCommitted: Equatable, Sendable, BitwiseCopyable {
  /// The tab that navigated.
  public var tab: TabID = .nothing
  /// The entry that was current before, for the trail. The fold does not use it.
  public var parent: EntryID = .nothing
  /// Whether the page replaces the current entry instead of adding an entry (H3).
  public var isReplacement = false
  /// Whether the navigation stayed in the document. It changed only the fragment, or a script
  /// called `pushState` or `replaceState` (H5).
  public var isSameDocument = false
  /// Whether the page navigated without any user interaction. From then on, Back skips the entries
  /// of its document (H9).
  public var isWithoutActivation = false
  /// Whether an engine still has to load the page.
  public var isLoading = false
  /// Whether the window forgets all its opener groups (T8).
  public var forgetsOpenerGroups = false
  /// Whether a pending load continues: navigating within the same page does not end the load (H10).
  public var keepsLoad = false
  /// The way in which the page was reached.
  public var transition: Transition = .link
  /// The URL shown, after all redirects.
  public var url: Text = .absent
  /// The requested URL and each redirect except the last, separated by line feeds. Absent if the
  /// server did not redirect (H4).
  public var redirects: Text = .absent
  /// The typed text, or absent if it equals the URL.
  public var input: Text = .absent
  /// The policy that resolved the input to the URL, and the reason (A1).
  public var reason: Text = .absent
  /// The search terms, or absent if this is not a search.
  public var searchWords: Text = .absent
  public init() {}
}

extension NavigationCommitted: DestinationFact {}
