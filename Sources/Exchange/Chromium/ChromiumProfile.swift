internal import BrowserModel
internal import ExchangeFormats
internal import Notation
internal import Platform

/// A profile with which to start Chromium (`--user-data-dir`).
final class ChromiumProfile: BrowserProfile {
  let path: String
  private let ownFolder: ScratchFolder?

  /// The session that the profile contains before the start. Chromium finds the newest session by
  /// the time at the end of the file's name.
  private static let firstSession = "Session_13300000000000000"

  /// Opens the profile in a folder, which Chromium creates if it does not exist.
  init(at path: String) throws {
    ownFolder = nil
    self.path = path
    guard !isInUse else { throw BrowserLaunch.profileInUse(path, .chromium) }
  }

  /// Creates a temporary profile.
  init() throws {
    let folder = try ScratchFolder()
    path = folder.path
    ownFolder = folder
  }

  /// Creates a temporary profile that contains windows.
  ///
  /// - Parameter session: The windows, with addresses in the model's form.
  convenience init(holding session: PortableSession) throws {
    try self.init()
    var session = session
    session.showAddresses()
    _ = try ownFolder?.makeFolder("Default/Sessions")
    // Without settings, the profile counts as new, and Chromium restores nothing.
    try ownFolder?.write("Default/Preferences", #"{"session":{"restore_on_startup":1}}"#)
    try ownFolder?.write(
      "Default/Sessions/\(Self.firstSession)", ChromiumSessionFile(session).bytes)
  }

  /// Whether a Chromium process uses the profile. While Chromium runs, the profile contains a link
  /// with the name of the computer and the id of the process.
  private var isInUse: Bool {
    guard let text = FileTree.linkTarget(of: "\(path)/SingletonLock"),
      let number = text.split(separator: "-").last.flatMap({ pid_t($0) })
    else { return false }
    return kill(number, 0) == 0 || errno == EPERM
  }

  func addExtension(_ folder: String, id: String) -> [String] { ["--load-extension=\(folder)"] }

  /// Does nothing, because the profile does not contain the extension. It is loaded by an option.
  func removeExtension() {}

  func finishStart() {}

  func savedSession() throws -> PortableSession? {
    let folder = "\(path)/Default/Sessions"
    let names = ((try? FileTree.entries(in: folder)) ?? []).map(\.name).filter {
      $0.hasPrefix("Session_") && $0 > Self.firstSession
    }
    guard let newest = names.max() else { return nil }
    let file = try ChromiumCommandFile(FileBytes.all(of: "\(folder)/\(newest)"), newest)
    var saved: PortableSession?
    try ChromiumSession.read(file) { item in
      if case .session(let session) = item { saved = session }
    }
    return saved
  }
}

extension PortableSession {
  /// Converts the addresses of all entries to Chromium's form.
  fileprivate mutating func showAddresses() {
    for window in windows.indices {
      for tab in windows[window].tabs.indices {
        for entry in windows[window].tabs[tab].entries.indices {
          let url = windows[window].tabs[tab].entries[entry].url
          windows[window].tabs[tab].entries[entry].url = PageAddress.shown(url)
        }
      }
    }
  }
}
