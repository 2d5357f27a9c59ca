internal import Glibc

/// How Chromium is started.
public struct ChromiumLaunch: Sendable {
  /// The program, on PATH or with its path.
  public var program = "chromium"
  /// The folder of its profile; nil: one that is made for it and goes with it. Chromium lets nobody
  /// debug the profile that it uses by default.
  public var profile: String?
  /// Whether it shows no window.
  public var isHeadless = false
  /// What it opens first.
  public var urls: [String] = []

  public init() {}

  /// The arguments for a profile. Headless, Chromium takes one address alone; the others are opened later.
  ///
  /// - Parameter restores: Whether it opens the windows that the profile remembers.
  func arguments(profile: String, restores: Bool = false) -> [String] {
    var words = [
      "--remote-debugging-pipe", "--enable-unsafe-extension-debugging",
      "--user-data-dir=\(profile)", "--no-first-run", "--no-default-browser-check",
    ]
    if isHeadless { words += ["--headless=new", "--disable-gpu"] }
    if restores { words.append("--restore-last-session") }
    // Its sandbox cannot be set up by root.
    if getuid() == 0 { words.append("--no-sandbox") }
    return words + urls.prefix(1)
  }
}
