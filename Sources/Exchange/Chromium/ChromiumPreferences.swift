internal import BrowserModel
internal import Notation
internal import Platform

/// Reads the zoom levels of sites from Chromium's settings (`Preferences`).
enum ChromiumPreferences {
  private static let levels = "per_host_zoom_levels"

  /// Whether a document is a settings file of Chromium.
  static func isOne(_ json: JSON) -> Bool {
    json["partition"]?[levels] != nil || json["profile"]?[levels] != nil
  }

  /// Reads the zoom levels. The zoom levels of web pages are in the partition `x`. Other partitions
  /// belong to applications.
  static func read(_ json: JSON, _ emit: (PortableItem) throws -> Void) throws {
    let hosts = json["partition"]?[levels]?["x"] ?? json["profile"]?[levels]
    for (host, value) in hosts?.members ?? [] {
      // Each level is 20 % larger than the previous one (`blink::ZoomLevelToZoomFactor`).
      let factor = pow(1.2, value.double ?? value["zoom_level"]?.double ?? .nan)
      guard factor.isFinite, factor < 100 else {
        try emit(.problem("The zoom of “\(host.shortened)” is not a number."))
        continue
      }
      try emit(.zoom(host: host, hundredths: Int((factor * 10_000).rounded())))
    }
  }
}
