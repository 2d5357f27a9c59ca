internal import Exchange
package import ExchangeFormats
internal import Notation
internal import Platform

/// The files that connect a browser to a profile: the registration of the host, a script that
/// starts the host for the profile, and the extension.
package struct LiveInstallation {
  package let browser: LiveBrowser
  /// The profile that stores the browser's recordings.
  package let profile: String
  /// The file that registers the host in the browser.
  private let registration: String

  private init(_ browser: LiveBrowser, profile: String, registration: String) {
    self.browser = browser
    self.profile = profile
    self.registration = registration
  }

  // MARK: Places

  static func folder(_ variable: String, _ standard: String) throws -> String {
    if let folder = ProcessContext.variable(variable), folder.hasPrefix("/") { return folder }
    return try "\(home())/\(standard)"
  }

  static func home() throws -> String {
    guard let home = ProcessContext.variable("HOME"), home.hasPrefix("/") else {
      throw ExchangeError(.browserFailed, "There is no home folder (HOME) to install to.")
    }
    return home
  }

  /// Returns the folder that contains all files of connected browsers.
  private static func root() throws -> String {
    try folder("XDG_DATA_HOME", ".local/share") + "/retrace-live"
  }

  private static func folder(of browser: LiveBrowser) throws -> String {
    try root() + "/" + browser.rawValue
  }

  /// Returns the folder that contains the status and the settings of the browser.
  private func folder() throws -> String { try Self.folder(of: browser) }

  private static func standardProfile(of browser: LiveBrowser) throws -> String {
    try folder("XDG_DATA_HOME", ".local/share") + "/retrace/" + browser.rawValue
  }

  /// Returns the folder that the user must select for “Load unpacked”.
  package static func extensionFolder() throws -> String { try root() + "/extension" }

  // MARK: Installing

  /// Connects a browser.
  ///
  /// - Parameters:
  ///   - profile: The profile to record in, or nil for the profile with the browser's name.
  ///   - userDataFolder: The folder that a Chromium browser is started with, or nil for the default
  ///     folder.
  package static func install(
    _ browser: LiveBrowser, profile: String?, userDataFolder: String?
  ) throws -> LiveInstallation {
    if userDataFolder != nil, browser.isFirefox {
      throw ExchangeError(
        .browserFailed,
        "\(browser.name) has no --user-data-dir. It finds the host for all profiles.")
    }
    let hosts =
      try userDataFolder.map { "\(absolute($0))/NativeMessagingHosts" }
      ?? browser.hostFolder(home: home(), settings: folder("XDG_CONFIG_HOME", ".config"))
    let found = try InstalledBrowser(
      browser, home: home(), data: folder("XDG_DATA_HOME", ".local/share"))
    if userDataFolder == nil { try found.requireHosts() }
    let installation = LiveInstallation(
      browser, profile: try profile.map(absolute) ?? standardProfile(of: browser),
      registration: "\(hosts)/\(HostManifest.standardName).json")
    try ExtensionFiles.write(to: extensionFolder())
    try installation.write(hosts)
    try installation.check()
    return installation
  }

  private func write(_ hosts: String) throws {
    let folder = try Self.folder(of: browser)
    let program = try Self.program()
    let script = """
      #!/bin/sh
      exec \(Self.quoted(program)) host --profile \(Self.quoted(profile)) \
      --folder \(Self.quoted(folder)) -- "$@"

      """
    let manifest = HostManifest.bytes(
      name: HostManifest.standardName, path: "\(folder)/host", isFirefox: browser.isFirefox)
    let facts = JSON.object([
      ("profile", .string(profile)), ("registration", .string(registration)),
    ])
    do {
      try FileTree.makeFolders(folder)
      try FileTree.makeFolders(hosts)
      try FileTree.writeFile(Array(script.utf8), to: "\(folder)/host", mode: 0o755)
      try FileTree.writeFile(facts.bytes, to: "\(folder)/installed.json")
      try FileTree.writeFile(manifest, to: registration)
    } catch {
      throw ExchangeError(.browserFailed, "\(browser.name) could not be connected: \(error).")
    }
  }

  /// Starts the host in the same way as the browser, but sends no message.
  private func check() throws {
    guard try !isConnected() else { return }
    var host = ProcessLauncher(try folder() + "/host", [])
    host.nullDescriptors = [STDIN_FILENO, STDOUT_FILENO]
    guard case .status(0) = try host.start().wait() else {
      throw ExchangeError(
        .browserFailed, "\(browser.name) is registered, but retrace-live could not be started.")
    }
  }

  /// Returns the path of this program.
  static func program() throws -> String {
    guard let program = FileTree.linkTarget(of: "/proc/self/exe") else {
      throw ExchangeError(.browserFailed, "The path of retrace-live is unknown.")
    }
    return program
  }

  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = FileTree.linkTarget(of: "/proc/self/cwd") else {
      return path
    }
    return "\(folder)/\(path)"
  }

  /// Quotes a word for a shell.
  static func quoted(_ word: String) -> String {
    "'" + word.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// Returns sentences that describe the step that the user must perform.
  package func remainingStep() throws -> String {
    let folder = try Self.extensionFolder()
    return browser.isFirefox
      ? "Open about:debugging#/runtime/this-firefox in \(browser.name), choose “Load Temporary Add-on”, "
        + "and select \(folder)/manifest.json. \(browser.name) removes such an add-on when it quits. "
        + "To keep it in Debian's Firefox, copy the folder as root: cp -R \(folder) "
        + "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/\(HostManifest.firefoxExtension)"
      : "Open the page of extensions in \(browser.name) (chrome://extensions), switch on Developer mode, "
        + "choose “Load unpacked”, and select \(folder)."
  }

  // MARK: Status

  /// Returns all connected browsers.
  package static func all() throws -> [LiveInstallation] {
    try LiveBrowser.allCases.compactMap { browser in try find(browser) }
  }

  /// Returns the given browser, or all connected browsers if it is nil.
  package static func named(_ browser: LiveBrowser?) throws -> [LiveInstallation] {
    guard let browser else {
      let all = try all()
      guard !all.isEmpty else {
        throw ExchangeError(
          .browserFailed, "No browser is connected. “retrace live install firefox” connects one.")
      }
      return all
    }
    guard let installation = try find(browser) else { throw notConnected(browser) }
    return [installation]
  }

  private static func notConnected(_ browser: LiveBrowser) -> ExchangeError {
    ExchangeError(
      .browserFailed,
      "\(browser.name) is not connected. “retrace live” lists the connected browsers.")
  }

  private static func find(_ browser: LiveBrowser) throws -> LiveInstallation? {
    try findOwn(browser) ?? findPackaged(browser)
  }

  /// Returns the registration for all users that a package of the distribution installed, or nil if
  /// there is none.
  private static func findPackaged(_ browser: LiveBrowser) throws -> LiveInstallation? {
    guard let folder = browser.systemHostFolder else { return nil }
    let registration = "\(folder)/\(HostManifest.standardName).json"
    guard FileTree.allows(F_OK, registration) else { return nil }
    return LiveInstallation(
      browser, profile: try standardProfile(of: browser), registration: registration)
  }

  private static func findOwn(_ browser: LiveBrowser) throws -> LiveInstallation? {
    let file = try folder(of: browser) + "/installed.json"
    guard let bytes = FileDescriptor.contents(of: file, limit: 1 << 16),
      let facts = try? JSONParser.parse(bytes), let profile = facts["profile"]?.string,
      let registration = facts["registration"]?.string
    else { return nil }
    return LiveInstallation(browser, profile: profile, registration: registration)
  }

  /// Whether the browser is running and has started the host.
  package func isConnected() throws -> Bool { try !hosts().isEmpty }

  /// Returns the status of each running host. A browser starts a host for each of its profiles that
  /// is in use.
  package func hosts() throws -> [HostStatus] { HostStatusFile.all(in: try folder()) }

  /// Whether the browser still finds the host.
  package var isRegistered: Bool { FileTree.allows(F_OK, registration) }

  // MARK: Excluding

  /// Reads the list of hosts whose pages are not recorded.
  package static func unrecordedHosts() throws -> UnrecordedHosts {
    UnrecordedHosts(in: try root())
  }

  /// Replaces the list of hosts whose pages are not recorded. Running hosts apply the list at once.
  package static func store(_ hosts: UnrecordedHosts) throws { try hosts.write(in: root()) }

  /// Whether the user has paused recording.
  package func isPaused() throws -> Bool { LiveExclusions(of: try folder()).isPaused }

  /// Pauses or resumes recording. A running host does so at once.
  package func setPaused(_ isPaused: Bool) throws {
    try LiveExclusions.setPaused(isPaused, in: folder())
  }

  // MARK: Removing

  /// Removes everything that was installed for a browser.
  package static func remove(_ browser: LiveBrowser) throws {
    guard let installation = try findOwn(browser) else {
      guard let packaged = try findPackaged(browser) else { throw notConnected(browser) }
      throw ExchangeError(
        .browserFailed,
        "\(browser.name) is connected for all users by \(packaged.registration). Remove the package "
          + "that contains this file.")
    }
    FileTree.removeFile(installation.registration)
    FileTree.removeFolder(try folder(of: browser))
    guard try all().isEmpty else { return }
    FileTree.removeFolder(try extensionFolder())
    // The list of sites that are never recorded is kept for the next browser.
    if try unrecordedHosts().hosts.isEmpty { FileTree.removeFolder(try root()) }
  }
}
