/// An event about the zoom of pages.
public enum ZoomEvent: Equatable, Sendable, BitwiseCopyable {
  /// The level of a site was set, or the site follows the default again (Z2).
  case siteSet(SiteZoomSet)
  /// The default level changed (Z2).
  case defaultSet(DefaultZoomSet)
  /// The level of a tab was set, or the tab follows its site again (Z3).
  case temporarySet(TemporaryZoomSet)
}
