/// A browser that can be connected.
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

  /// Whether it is Firefox or derived from it, and not from Chromium.
  var isFirefox: Bool { self == .firefox || self == .librewolf }

  /// The folder in which it looks for programs that extensions may start.
  ///
  /// - Parameters:
  ///   - home: The user's home folder.
  ///   - settings: The folder of settings, usually `~/.config`.
  func hostFolder(home: String, settings: String) -> String {
    switch self {
    case .firefox: "\(home)/.mozilla/native-messaging-hosts"
    case .librewolf: "\(home)/.librewolf/native-messaging-hosts"
    case .chromium: "\(settings)/chromium/NativeMessagingHosts"
    case .chrome: "\(settings)/google-chrome/NativeMessagingHosts"
    case .brave: "\(settings)/BraveSoftware/Brave-Browser/NativeMessagingHosts"
    case .edge: "\(settings)/microsoft-edge/NativeMessagingHosts"
    case .vivaldi: "\(settings)/vivaldi/NativeMessagingHosts"
    }
  }
}
