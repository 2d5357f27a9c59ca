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
