internal import ExchangeFormats

extension LiveBrowser {
  /// Whether the browser is Firefox or derived from Firefox, and not from Chromium.
  var isFirefox: Bool { self == .firefox || self == .librewolf }

  /// Returns the folder in which the browser looks for programs that extensions may start.
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
  /// The folder in which packages of the distribution register hosts for all users, or nil if the
  /// folder is unknown.
  var systemHostFolder: String? {
    switch self {
    case .firefox: "/usr/lib/mozilla/native-messaging-hosts"
    case .chromium: "/etc/chromium/native-messaging-hosts"
    default: nil
    }
  }

  /// The names of the programs that start the browser.
  var programs: [String] {
    switch self {
    case .firefox: ["firefox", "firefox-esr"]
    case .librewolf: ["librewolf"]
    case .chromium: ["chromium", "chromium-browser"]
    case .chrome: ["google-chrome", "google-chrome-stable"]
    case .brave: ["brave-browser", "brave"]
    case .edge: ["microsoft-edge", "microsoft-edge-stable"]
    case .vivaldi: ["vivaldi", "vivaldi-stable"]
    }
  }

  /// The name of the browser in Flathub.
  var flatpak: String {
    switch self {
    case .firefox: "org.mozilla.firefox"
    case .librewolf: "io.gitlab.librewolf-community"
    case .chromium: "org.chromium.Chromium"
    case .chrome: "com.google.Chrome"
    case .brave: "com.brave.Browser"
    case .edge: "com.microsoft.Edge"
    case .vivaldi: "com.vivaldi.Vivaldi"
    }
  }
}
