/// What a front end with an engine says about its run (C1). The console has none and writes none.
public enum SessionEvent: Equatable, Sendable, BitwiseCopyable {
  case opened(SessionOpened)
  case ended
}

public struct SessionOpened: Equatable, Sendable, BitwiseCopyable {
  /// The front end's name.
  public var frontEnd: Text = .absent
  public init() {}
}

/// A setting got another value.
public struct SettingChanged: Equatable, Sendable, BitwiseCopyable {
  public var name: Settings.Name = .historyLimit
  /// The value of a setting that is a number.
  public var number: Int32 = 0
  /// The value in words; absent: the default again.
  public var value: Text = .absent
  public init() {}
}

/// Facts about page zoom.
public enum ZoomEvent: Equatable, Sendable, BitwiseCopyable {
  case siteSet(SiteZoomSet)
  case defaultSet(DefaultZoomSet)
  case temporarySet(TemporaryZoomSet)
}

public struct SiteZoomSet: Equatable, Sendable, BitwiseCopyable {
  /// The first event that named the host; nothing when this one does.
  public var site: EventID = .nothing
  /// ``ZoomLevel/none``: the site follows the default again.
  public var level: ZoomLevel = .none
  /// The host, where this event is the first to name it.
  public var host: Text = .absent
  public init() {}
}

public struct DefaultZoomSet: Equatable, Sendable, BitwiseCopyable {
  public var level: ZoomLevel = .none
  public init() {}
}

public struct TemporaryZoomSet: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  /// ``ZoomLevel/none``: the tab follows its site again.
  public var level: ZoomLevel = .none
  public init() {}
}
