internal import Exchange
internal import ExchangeFormats
internal import Platform

/// The installation of a browser on this computer. Browsers from Flatpak and Snap run in a sandbox
/// and cannot start a native host.
struct InstalledBrowser {
  private let browser: LiveBrowser
  /// Whether the browser is installed outside of sandboxes.
  private var isNative = false
  /// The names of the sandboxes in which the browser is installed.
  private var sandboxes: [String] = []

  /// Searches PATH and the folders of Flatpak and Snap.
  ///
  /// - Parameter data: The user's folder of application data, usually `~/.local/share`.
  init(_ browser: LiveBrowser, home: String, data: String) {
    self.browser = browser
    var isInSnap = false
    for folder in (ProcessContext.variable("PATH") ?? "").split(separator: ":") {
      for program in browser.programs.map({ "\(folder)/\($0)" })
      where FileTree.allows(X_OK, program) {
        if Self.startsSnap(program) { isInSnap = true } else { isNative = true }
      }
    }
    if isInSnap { sandboxes.append("Snap") }
    let apps = ["\(data)/flatpak/app", "/var/lib/flatpak/app"]
    if apps.contains(where: { FileTree.allows(F_OK, "\($0)/\(browser.flatpak)") }) {
      sandboxes.append("Flatpak")
    }
  }

  /// Whether a program belongs to a snap, or is an Ubuntu script that starts a snap.
  private static func startsSnap(_ program: String) -> Bool {
    let snaps = ["/snap/bin/", "/var/lib/snapd/snap/bin/"]
    if snaps.contains(where: { program.hasPrefix($0) }) { return true }
    guard let script = FileDescriptor.contents(of: program, limit: 1 << 14),
      script.starts(with: "#!".utf8)
    else { return false }
    return script.split(separator: UInt8(ascii: "\n")).contains { line in
      line.split(separator: UInt8(ascii: " ")).contains { $0.starts(with: "/snap/bin/".utf8) }
    }
  }

  /// - Throws: `ExchangeError` if the browser is installed only in sandboxes.
  func requireHosts() throws {
    guard !isNative, let sandbox = sandboxes.first else { return }
    throw ExchangeError(
      .browserFailed,
      "\(browser.name) is installed with \(sandbox), whose sandbox does not let it start "
        + "retrace-live. Install \(browser.name) from a package of your distribution or of its "
        + "maker, then try again.")
  }
}
