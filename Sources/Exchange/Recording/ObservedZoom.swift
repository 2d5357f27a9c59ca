package import BrowserModel
package import Notation

/// The zoom at which a tab is shown. Most browsers store the zoom for the entire site.
package struct ObservedZoom: Equatable {
  package var tab: Int64
  /// The host of the page, or nil if the page has no host.
  package var host: String?
  package var level: ZoomLevel
  /// Whether the level applies only to this tab.
  package var isOfTab = false
  /// The level of sites that have no zoom of their own, or nil if this level is unknown.
  package var standard: ZoomLevel?

  package init(_ tab: Int64, host: String?, _ level: ZoomLevel) {
    self.tab = tab
    self.host = host
    self.level = level
  }

  /// Parses a report with levels in hundredths of a percent. Returns nil if it contains no level.
  package init?(_ report: JSON) {
    guard let tab = report["tab"]?.integer, let level = ZoomLevel(report["level"]) else {
      return nil
    }
    self.init(tab, host: Self.host(of: report["url"]?.string ?? ""), level)
    isOfTab = report["ofTab"]?.isTrue ?? false
    standard = ZoomLevel(report["standard"])
  }

  /// Returns the host for which a browser stores the zoom of a page.
  package static func host(of url: String) -> String? {
    BrowserModel.host(ofURL: PageAddress.recorded(url)).map { String($0) }
  }
}

extension ZoomLevel {
  /// Creates the allowed level that is nearest to a number.
  fileprivate init?(_ hundredths: JSON?) {
    guard let number = hundredths?.integer, number > 0 else { return nil }
    let level = ZoomLevel(hundredths: UInt16(clamping: number))
    self = min(max(level, Self.allowed.lowerBound), Self.allowed.upperBound)
  }
}
