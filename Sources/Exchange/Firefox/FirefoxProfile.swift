internal import ExchangeFormats
internal import Notation
internal import Platform

/// A profile with which to start Firefox.
///
/// Firefox has no option that loads an extension. It loads the extensions whose folders are listed
/// in a file of the profile, provided that two settings are set when it starts. In the user's own
/// profile, this program adds the settings to `user.js` only until Firefox has started. Firefox
/// copies them to `prefs.js`, from which this program removes them after Firefox has ended.
final class FirefoxProfile: BrowserProfile {
  let path: String
  private let ownFolder: ScratchFolder?
  /// The file that contains the path of the extension's folder.
  private var extensionFile: String?
  /// The lines in `prefs.js` with which the user has set ``startSettings``.
  private var ownLines: [ArraySlice<UInt8>] = []
  /// The length of the user's own `user.js` in bytes.
  private var settingsCount = 0

  /// The names of the settings that Firefox needs to load the extension. They enable an extension
  /// in the profile although Mozilla has not signed it.
  static let startSettings = ["extensions.autoDisableScopes", "xpinstall.signatures.required"]

  /// The lines that are temporarily appended to the user's own settings. If a killed process leaves
  /// them in the file, the next start recognises and removes them.
  private static let startLines = """

    // Retrace needs these to start, and removes them again.
    user_pref("extensions.autoDisableScopes", 0);
    user_pref("xpinstall.signatures.required", false);

    """

  /// Settings of a temporary profile, so that it shows no welcome page, asks no questions and sends
  /// no data.
  private static let quietLines = [
    "app.normandy.enabled": "false", "browser.aboutwelcome.enabled": "false",
    "browser.preonboarding.enabled": "false", "browser.shell.checkDefaultBrowser": "false",
    "browser.startup.homepage_override.mstone": "\"ignore\"",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "termsofuse.bypassNotification": "true", "toolkit.telemetry.reportingpolicy.firstRun": "false",
    // The previous session is restored if it exists.
    "browser.startup.page": "3",
    // The session is saved every half second.
    "browser.sessionstore.interval": "500",
  ].map { "user_pref(\"\($0)\", \($1));\n" }.sorted()

  /// Creates a temporary profile.
  ///
  /// - Parameter session: The windows in the profile, as if Firefox had been closed while they were
  ///   open.
  init(holding session: PortableSession? = nil) throws {
    let folder = try ScratchFolder()
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
    guard !isInUse else { throw BrowserLaunch.profileInUse(path, .firefox) }
    try addSettings()
  }

  // MARK: The extension

  func addExtension(_ folder: String, id: String) throws -> [String] {
    let file = "\(path)/extensions/\(id)"
    try FileBytes.reading(file) {
      try FileTree.makeFolders("\(path)/extensions")
      try FileTree.writeFile(Array(folder.utf8), to: file)
    }
    extensionFile = file
    return []
  }

  func removeExtension() {
    if let extensionFile { FileTree.removeFile(extensionFile) }
    extensionFile = nil
    guard ownFolder == nil, let bytes = try? FileBytes.all(of: savedSettingsPath) else { return }
    var lines = Self.lines(of: bytes)
    lines.removeAll { Self.isStartSetting($0) }
    try? FileTree.writeFile(Array((lines + ownLines).joined()), to: savedSettingsPath)
  }

  // MARK: The user's settings

  private var settingsPath: String { "\(path)/user.js" }
  private var savedSettingsPath: String { "\(path)/prefs.js" }

  private func addSettings() throws {
    let lines = Array(Self.startLines.utf8)
    var settings = FileTree.allows(F_OK, settingsPath) ? try FileBytes.all(of: settingsPath) : []
    if settings.suffix(lines.count).elementsEqual(lines) {
      // The settings in prefs.js are also those of the killed process.
      settings.removeLast(lines.count)
    } else if let saved = try? FileBytes.all(of: savedSettingsPath) {
      ownLines = Self.lines(of: saved).filter { Self.isStartSetting($0) }
    }
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
  func finishStart() {
    guard ownFolder == nil else { return }
    if settingsCount == 0 {
      FileTree.removeFile(settingsPath)
    } else {
      FileTree.truncate(settingsPath, to: settingsCount)
    }
  }

  /// Returns the lines of a file, each with its line end.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...]
    }
    return lines
  }

  private static func isStartSetting(_ line: ArraySlice<UInt8>) -> Bool {
    startSettings.contains { line.starts(with: "user_pref(\"\($0)\"".utf8) }
  }

  // MARK: The session

  func savedSession() throws -> PortableSession? {
    let file = "\(path)/sessionstore-backups/recovery.jsonlz4"
    guard FileTree.allows(F_OK, file) else { return nil }
    let bytes = try FirefoxPack.unpacked(FileBytes.all(of: file), "recovery.jsonlz4")
    var saved: PortableSession?
    guard let document = try? JSONParser.parse(bytes) else { return nil }
    try FirefoxSession.read(document) { item in
      if case .session(let session) = item { saved = session }
    }
    // Without a display, Firefox does not notice which window is in front.
    saved?.focused = nil
    return saved
  }

  // MARK: The lock

  /// Whether a Firefox process uses the profile. While Firefox runs, it locks a file in the
  /// profile.
  private var isInUse: Bool {
    guard let file = try? FileDescriptor.open("\(path)/.parentlock", O_RDWR) else { return false }
    defer { close(file) }
    return FileDescriptor.isLockedElsewhere(file)
  }
}
