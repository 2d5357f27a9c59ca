/// What a front end with an engine reports about its run (C1). The console has no engine
/// and writes none.
public enum SessionEvent: Equatable, Sendable, BitwiseCopyable {
  /// A run began. If the one before it was not ended, that one crashed.
  case opened(SessionOpened)
  /// The run ended as it should.
  case ended
}

/// A run of a front end began.
public struct SessionOpened: Equatable, Sendable, BitwiseCopyable {
  /// The front end's name.
  public var frontEnd: Text = .absent
  public init() {}
}

/// A setting was set, or set to its default.
public struct SettingChanged: Equatable, Sendable, BitwiseCopyable {
  /// The setting.
  public var name: Settings.Name = .historyLimit
  /// The value of a setting that is a number, for the fold; 0 for others.
  public var number: Int32 = 0
  /// The value in words; absent if it is the default.
  public var value: Text = .absent
  public init() {}
}

/// What happened to the zoom of pages.
public enum ZoomEvent: Equatable, Sendable, BitwiseCopyable {
  /// A site got a level, or follows the default again (Z2).
  case siteSet(SiteZoomSet)
  /// The default level changed (Z2).
  case defaultSet(DefaultZoomSet)
  /// A tab got a level of its own, or follows its site again (Z3).
  case temporarySet(TemporaryZoomSet)
}

/// The zoom of a site changed.
public struct SiteZoomSet: Equatable, Sendable, BitwiseCopyable {
  /// The event that first named the host; ``EventID/nothing`` if this event does.
  public var site: EventID = .nothing
  /// The level; ``ZoomLevel/none`` if the site follows the default again.
  public var level: ZoomLevel = .none
  /// The host, if this event is the first to name it; else absent.
  public var host: Text = .absent
  public init() {}
}

/// The default zoom changed. Sites with the same level follow it from then on.
public struct DefaultZoomSet: Equatable, Sendable, BitwiseCopyable {
  /// The level. One outside of ``ZoomLevel/allowed`` is ignored.
  public var level: ZoomLevel = .none
  public init() {}
}

/// The zoom of a tab alone changed.
public struct TemporaryZoomSet: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose zoom changed.
  public var tab: TabID = .nothing
  /// The level; ``ZoomLevel/none`` if the tab follows its site again.
  public var level: ZoomLevel = .none
  public init() {}
}
