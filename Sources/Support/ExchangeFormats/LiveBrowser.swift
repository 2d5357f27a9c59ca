/// A browser that `live` can connect.
package enum LiveBrowser: String, CaseIterable, Sendable {
  case firefox, librewolf, chromium, chrome, brave, edge, vivaldi

  /// The name for display.
  package var name: String {
    switch self {
    case .firefox: "Firefox"
    case .librewolf: "LibreWolf"
    case .chromium: "Chromium"
    case .chrome: "Chrome"
    case .brave: "Brave"
    case .edge: "Edge"
    case .vivaldi: "Vivaldi"
    }
  }
}
