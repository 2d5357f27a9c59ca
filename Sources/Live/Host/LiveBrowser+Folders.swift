internal import ExchangeFormats

extension LiveBrowser {
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
