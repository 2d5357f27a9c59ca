/// An event about the session history of a tab, or about a pending load or travel.
public enum NavigationEvent: Equatable, Sendable, BitwiseCopyable {
  /// A load began. The history changes only when the load commits (H7).
  case started(NavigationStarted)
  /// A travel to an entry began.
  case travelStarted(Traveled)
  /// A page, or a place in a page, became the current entry.
  case committed(NavigationCommitted)
  /// Another entry of the history became the current entry.
  case traveled(Traveled)
  /// The current entry was reloaded. The history is unchanged (H6).
  case reloaded(TabReloaded)
  /// A load was stopped. The history is unchanged (H7).
  case stopped(LoadStopped)
  /// A load failed. The history is unchanged (H7).
  case failed(LoadFailed)
  /// The page of the current entry has loaded completely.
  case loaded(LoadFinished)
}

extension TabOpened: DestinationFact {}
