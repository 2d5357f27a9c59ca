/// What happened to a tab's session history, or on the way to it.
public enum NavigationEvent: Equatable, Sendable, BitwiseCopyable {
  /// A load began. The history changes only when it commits (H7).
  case started(NavigationStarted)
  /// A travel to an entry began.
  case travelStarted(Traveled)
  /// A page, or a place in one, became the current entry.
  case committed(NavigationCommitted)
  /// Another entry of the history became the current one.
  case traveled(Traveled)
  /// The current entry was loaded again; it stays (H6).
  case reloaded(TabReloaded)
  /// A load was stopped; the history stays (H7).
  case stopped(LoadStopped)
  /// A load failed; the history stays (H7).
  case failed(LoadFailed)
  /// The page of the current entry has loaded completely.
  case loaded(LoadFinished)
}

extension TabOpened: DestinationFact {}
