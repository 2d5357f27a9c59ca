internal import Exchange
package import ExchangeFormats
internal import Notation
internal import Platform

/// The files that connect a browser: the registration of the host, a script that starts it for a
/// profile, and the extension.
package struct LiveInstallation {
  /// The name of the host, which the extension asks for.
  private static let hostName = "dev.retrace.live"
  /// The ids of the extension, which the host accepts only.
  private static let firefoxID = "live@retrace.dev"
  private static let chromiumID = "ggcbjaeojnbnilnabefpgppblephmioo"

  package let browser: LiveBrowser
  /// The profile that the browser is recorded in.
  package let profile: String
  /// The file that registers the host in the browser.
  private let registration: String

  private init(_ browser: LiveBrowser, profile: String, registration: String) {
    self.browser = browser
    self.profile = profile
    self.registration = registration
  }

  // MARK: Places

  private static func folder(_ variable: String, _ standard: String) throws -> String {
    if let folder = ProcessContext.variable(variable), folder.hasPrefix("/") { return folder }
    return try "\(home())/\(standard)"
  }

  private static func home() throws -> String {
    guard let home = ProcessContext.variable("HOME"), home.hasPrefix("/") else {
      throw ExchangeError(.browserFailed, "There is no home folder (HOME) to install to.")
    }
    return home
  }

  /// The folder with everything that belongs to connected browsers.
  private static func root() throws -> String {
    try folder("XDG_DATA_HOME", ".local/share") + "/retrace-live"
  }

  private static func folder(of browser: LiveBrowser) throws -> String {
    try root() + "/" + browser.rawValue
  }

  /// The folder that “Load unpacked” is given.
  package static func extensionFolder() throws -> String { try root() + "/extension" }

  // MARK: Installing

  /// Connects a browser.
  ///
  /// - Parameters:
  ///   - profile: The profile to record in, or nil for the one with the browser's name.
  ///   - userDataFolder: The folder that a Chromium browser is started with, or nil for the usual
  ///     one.
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
    let standard = try folder("XDG_DATA_HOME", ".local/share") + "/retrace/" + browser.rawValue
    let installation = LiveInstallation(
      browser, profile: profile.map(absolute) ?? standard,
      registration: "\(hosts)/\(hostName).json")
    try ExtensionFiles.write(to: extensionFolder())
    try installation.write(hosts)
    return installation
  }

  private func write(_ hosts: String) throws {
    let folder = try Self.folder(of: browser)
    guard let program = FileTree.linkTarget(of: "/proc/self/exe") else {
      throw ExchangeError(.browserFailed, "The path of retrace-live is unknown.")
    }
    let script = """
      #!/bin/sh
      exec \(Self.quoted(program)) host --profile \(Self.quoted(profile)) \
      --lock \(Self.quoted("\(folder)/lock")) -- "$@"

      """
    let allowed: (name: String, value: JSON) =
      browser.isFirefox
      ? ("allowed_extensions", .array([.string(Self.firefoxID)]))
      : ("allowed_origins", .array([.string("chrome-extension://\(Self.chromiumID)/")]))
    let manifest = JSON.object([
      ("name", .string(Self.hostName)), ("description", .string("Retrace")),
      ("path", .string("\(folder)/host")), ("type", .string("stdio")), allowed,
    ])
    let facts = JSON.object([
      ("profile", .string(profile)), ("registration", .string(registration)),
    ])
    do {
      try FileTree.makeFolders(folder)
      try FileTree.makeFolders(hosts)
      try FileTree.writeFile(Array(script.utf8), to: "\(folder)/host", mode: 0o755)
      try FileTree.writeFile(facts.bytes, to: "\(folder)/installed.json")
      try FileTree.writeFile(manifest.bytes, to: registration)
    } catch {
      throw ExchangeError(.browserFailed, "\(browser.name) could not be connected: \(error).")
    }
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = FileTree.linkTarget(of: "/proc/self/cwd") else {
      return path
    }
    return "\(folder)/\(path)"
  }

  /// Quotes a word for a shell.
  private static func quoted(_ word: String) -> String {
    "'" + word.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// The step that is left to the user, as sentences.
  package func remainingStep() throws -> String {
    let folder = try Self.extensionFolder()
    return browser.isFirefox
      ? "Open about:debugging#/runtime/this-firefox in \(browser.name), choose “Load Temporary Add-on”, "
        + "and select \(folder)/manifest.json. \(browser.name) removes such an add-on when it quits. "
        + "To keep it in Debian's Firefox, copy the folder as root: cp -R \(folder) "
        + "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/\(Self.firefoxID)"
      : "Open the page of extensions in \(browser.name) (chrome://extensions), switch on Developer mode, "
        + "choose “Load unpacked”, and select \(folder)."
  }

  // MARK: Status

  /// The connected browsers.
  package static func all() throws -> [LiveInstallation] {
    try LiveBrowser.allCases.compactMap { browser in try find(browser) }
  }

  private static func find(_ browser: LiveBrowser) throws -> LiveInstallation? {
    let file = try folder(of: browser) + "/installed.json"
    guard let bytes = FileDescriptor.contents(of: file, limit: 1 << 16),
      let facts = try? JSONParser.parse(bytes), let profile = facts["profile"]?.string,
      let registration = facts["registration"]?.string
    else { return nil }
    return LiveInstallation(browser, profile: profile, registration: registration)
  }

  /// Whether the browser is running and has started the host.
  package func isConnected() throws -> Bool {
    let lock = try Self.folder(of: browser) + "/lock"
    guard let file = try? FileDescriptor.openLocked(lock) else {
      return (try? FileTree.status(at: lock)) != nil
    }
    FileDescriptor.close(file)
    return false
  }

  /// Whether the browser still finds the host.
  package var isRegistered: Bool { (try? FileTree.status(at: registration)) != nil }

  // MARK: Removing

  /// Removes everything that was installed for a browser.
  package static func remove(_ browser: LiveBrowser) throws {
    guard let installation = try find(browser) else {
      throw ExchangeError(
        .browserFailed,
        "\(browser.name) is not connected. “retrace live” lists the connected browsers.")
    }
    FileTree.removeFile(installation.registration)
    FileTree.removeFolder(try folder(of: browser))
    if try all().isEmpty { FileTree.removeFolder(try root()) }
  }
}
