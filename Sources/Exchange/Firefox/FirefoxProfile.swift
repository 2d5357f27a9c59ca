internal import Platform

/// The profile folder with which Firefox is started.
///
/// Two settings must exist before Firefox starts, because there are no command-line options for
/// them: a free port for Marionette, and a setting that stops Firefox from changing about a hundred
/// other settings for testing, such as safe browsing. The settings are in `user.js` only until
/// Firefox answers queries.
final class FirefoxProfile {
  let path: String
  private let ownFolder: TemporaryFolder?

  /// The settings, by name.
  static let startSettings = ["marionette.port", "remote.prefs.recommended"]

  /// The lines that are temporarily appended to the user's own settings. If a killed process leaves
  /// them in the file, the next start recognises and removes them.
  private static let startLines = """

    // Retrace needs these to start, and removes them again.
    user_pref("marionette.port", 0);
    user_pref("remote.prefs.recommended", false);

    """

  /// The settings of a separate profile, in which Firefox shows no welcome page, asks no questions
  /// and sends no data.
  private static let quietLines = [
    "app.normandy.enabled": "false", "browser.aboutwelcome.enabled": "false",
    "browser.preonboarding.enabled": "false", "browser.shell.checkDefaultBrowser": "false",
    "browser.startup.homepage_override.mstone": "\"ignore\"",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "termsofuse.bypassNotification": "true", "toolkit.telemetry.reportingpolicy.firstRun": "false",
    // The previous session is restored if it exists.
    "browser.startup.page": "3",
  ].map { "user_pref(\"\($0)\", \($1));\n" }.sorted()

  /// Creates a new profile, which is removed when this value is released.
  ///
  /// - Parameter session: The windows in the profile, as if Firefox had been closed while they were
  ///   open.
  init(holding session: PortableSession?) throws {
    let folder = try TemporaryFolder()
    path = folder.path
    if let session {
      let bytes = FirefoxSessionWriter.bytes([.session(session)])
      try folder.write("sessionstore.jsonlz4", FirefoxPack.packed(bytes))
    }
    try folder.write("user.js", Self.quietLines.joined() + Self.startLines)
    ownFolder = folder
  }

  /// Opens the profile in a folder, which is created if it does not exist.
  ///
  /// - Throws: ``ExchangeError`` if a Firefox process is already using the profile, because a
  ///   second process would only show a message.
  init(at path: String) throws {
    ownFolder = nil
    self.path = path
    try FileBytes.reading(path) { try FileTree.makeFolder(path) }
    guard !isInUse else {
      throw ExchangeError(
        .browserFailed, "The profile “\(path)” is in use. Close the Firefox that uses it.")
    }
    FileTree.removeFile(portPath)
    try addSettings()
  }

  // MARK: The port

  private var portPath: String { "\(path)/MarionetteActivePort" }

  /// Reads the port of Marionette. Returns nil until Firefox listens and has written the file.
  func readPort() -> UInt16? {
    guard let bytes = try? FileBytes.all(of: portPath) else { return nil }
    return UInt16(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: The user's settings

  private var settingsPath: String { "\(path)/user.js" }

  /// The length of the user's own settings in bytes.
  private var settingsCount = 0

  private func addSettings() throws {
    let lines = Array(Self.startLines.utf8)
    var settings = FileTree.allows(F_OK, settingsPath) ? try FileBytes.all(of: settingsPath) : []
    if settings.suffix(lines.count).elementsEqual(lines) { settings.removeLast(lines.count) }
    settingsCount = settings.count
    // The file is written in place, because it may be a link.
    let file = try FileBytes.reading(settingsPath) {
      try FileDescriptor.open(settingsPath, O_WRONLY | O_CREAT)
    }
    defer { close(file) }
    try FileBytes.seek(file, to: settingsCount, settingsPath)
    try FileBytes.write(lines, to: file, settingsPath)
  }

  /// Restores the settings after Firefox has read them.
  func putBack() {
    guard ownFolder == nil else { return }
    if settingsCount == 0 {
      FileTree.removeFile(settingsPath)
    } else {
      FileTree.truncate(settingsPath, to: settingsCount)
    }
  }

  // MARK: The lock

  /// Whether a Firefox process uses the profile. It locks a file in the profile while it runs.
  private var isInUse: Bool {
    guard let file = try? FileDescriptor.open("\(path)/.parentlock", O_RDWR) else { return false }
    defer { close(file) }
    return FileDescriptor.isLockedElsewhere(file)
  }
}
