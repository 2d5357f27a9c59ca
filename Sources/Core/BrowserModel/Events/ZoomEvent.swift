/// An event about the zoom of pages.
public enum ZoomEvent: Equatable, Sendable, BitwiseCopyable {
  /// A site got its own level, or follows the default again (Z2).
  case siteSet(SiteZoomSet)
  /// The default level changed (Z2).
  case defaultSet(DefaultZoomSet)
  /// A tab got its own level, or follows its site again (Z3).
  case temporarySet(TemporaryZoomSet)
}
