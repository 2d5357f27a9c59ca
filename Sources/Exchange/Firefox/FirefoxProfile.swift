internal import Glibc
internal import Platform

/// The folder of a profile that a Firefox is started with.
///
/// Two settings must be there before it starts, for which it has no option: a free port for
/// Marionette, and that it leaves the hundred others alone which it would change for a test, safe
/// browsing among them. They stand in `user.js` until it can be asked, and not a moment longer.
final class FirefoxProfile {
  let path: String
  private let ownFolder: TemporaryFolder?

  /// The settings, by name.
  static let startSettings = ["marionette.port", "remote.prefs.recommended"]

  /// What stands behind the user's own settings meanwhile. A kill may leave it there; it is known
  /// again.
  private static let startLines = """

    // Retrace needs these for a start, and takes them away again.
    user_pref("marionette.port", 0);
    user_pref("remote.prefs.recommended", false);

    """

  /// A profile of its own shows no welcome, asks nothing and tells nobody.
  private static let quietLines = [
    "app.normandy.enabled": "false", "browser.aboutwelcome.enabled": "false",
    "browser.preonboarding.enabled": "false", "browser.shell.checkDefaultBrowser": "false",
    "browser.startup.homepage_override.mstone": "\"ignore\"",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "termsofuse.bypassNotification": "true", "toolkit.telemetry.reportingpolicy.firstRun": "false",
    // The session before is restored, if there is one.
    "browser.startup.page": "3",
  ].map { "user_pref(\"\($0)\", \($1));\n" }.sorted()

  /// A fresh profile, which goes with this value.
  ///
  /// - Parameter session: Windows that it holds, as if Firefox had been closed with them.
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

  /// The profile in a folder, which is made if it is not there.
  ///
  /// - Throws: Where a Firefox uses it already: a second one would only show a window that says so.
  init(at path: String) throws {
    ownFolder = nil
    self.path = path
    try FileBytes.reading(path) { () throws(Errno) in try FileTree.makeFolder(path) }
    guard !isInUse else {
      throw BrowserFailure("The profile “\(path)” is in use; close the Firefox that uses it.")
    }
    FileTree.removeFile(portPath)
    try addSettings()
  }

  // MARK: The port

  private var portPath: String { "\(path)/MarionetteActivePort" }

  /// Reads the port of Marionette; nil while it does not listen, and its file is not there.
  func readPort() -> UInt16? {
    guard let bytes = try? FileBytes.all(of: portPath) else { return nil }
    return UInt16(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: A person's settings

  private var settingsPath: String { "\(path)/user.js" }

  /// The number of bytes of them.
  private var settingsCount = 0

  private func addSettings() throws {
    let lines = Array(Self.startLines.utf8)
    var settings = FileTree.allows(F_OK, settingsPath) ? try FileBytes.all(of: settingsPath) : []
    if settings.suffix(lines.count).elementsEqual(lines) { settings.removeLast(lines.count) }
    settingsCount = settings.count
    // The file itself is written to: it may be a link to where the user keeps it.
    let file = try FileBytes.reading(settingsPath) { () throws(Errno) in
      try FileDescriptor.open(settingsPath, O_WRONLY | O_CREAT)
    }
    defer { close(file) }
    guard lseek(file, settingsCount, SEEK_SET) >= 0 else {
      throw FileBytes.failure(settingsPath, .last)
    }
    try FileBytes.write(lines, to: file, settingsPath)
  }

  /// Puts them back as they were, once Firefox has read them.
  func putBack() {
    guard ownFolder == nil else { return }
    if settingsCount == 0 {
      FileTree.removeFile(settingsPath)
    } else {
      FileTree.truncate(settingsPath, to: settingsCount)
    }
  }

  // MARK: The lock

  /// Firefox locks a file for as long as it runs.
  private var isInUse: Bool {
    guard let file = try? FileDescriptor.open("\(path)/.parentlock", O_RDWR) else { return false }
    defer { close(file) }
    return FileDescriptor.isLockedElsewhere(file)
  }
}
