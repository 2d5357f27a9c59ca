/// What happened to the zoom of pages.
public enum ZoomEvent: Equatable, Sendable, BitwiseCopyable {
  /// A site got a level, or follows the default again (Z2).
  case siteSet(SiteZoomSet)
  /// The default level changed (Z2).
  case defaultSet(DefaultZoomSet)
  /// A tab got a level of its own, or follows its site again (Z3).
  case temporarySet(TemporaryZoomSet)
}
