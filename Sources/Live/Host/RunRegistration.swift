internal import Exchange
internal import ExchangeFormats
internal import Platform

/// The profile of a browser with the extension, and the host that the extension connects to. Both
/// are removed when this value is released, after the browser has ended.
final class RunRegistration {
  let profile: any BrowserProfile
  /// The socket that the host connects to.
  let listener: ListeningSocket
  /// The options to start the browser with.
  let options: [String]
  /// A folder with the extension and the script that starts the host.
  private let folder: ScratchFolder
  private let manifest: String
  /// The contents of the manifest before this run, or nil if there was no manifest.
  private let formerManifest: [UInt8]?

  private static let namePrefix = "dev.retrace.record_"

  init(_ launch: BrowserLaunch) throws {
    profile = try launch.openProfile()
    folder = try ScratchFolder()
    let isFirefox = launch.kind == .firefox
    let hosts =
      isFirefox
      ? try LiveBrowser.firefox.hostFolder(home: LiveInstallation.home(), settings: "")
      : "\(LiveInstallation.absolute(profile.path))/NativeMessagingHosts"
    // All profiles of Firefox share a folder of hosts. Chromium has one in each profile, and stores
    // the extension's scripts there, so they must not change.
    let name = isFirefox ? "\(Self.namePrefix)\(getpid())" : HostManifest.standardName
    manifest = "\(hosts)/\(name).json"
    formerManifest = FileDescriptor.contents(of: manifest, limit: 1 << 16)
    do {
      listener = try ListeningSocket(at: "\(folder.path)/socket")
      try Self.writeScript(folder.path)
      try ExtensionFiles.write(
        to: "\(folder.path)/extension", host: isFirefox ? name : nil)
      options = try profile.addExtension(
        "\(folder.path)/extension", id: HostManifest.firefoxExtension)
      try FileTree.makeFolders(hosts)
      Self.removeLeftovers(in: hosts)
      try FileTree.writeFile(
        HostManifest.bytes(name: name, path: "\(folder.path)/host", isFirefox: isFirefox),
        to: manifest)
    } catch let error as Errno {
      throw ExchangeError(
        .browserFailed, "\(launch.kind.name) could not be prepared: \(error).", underlying: error)
    }
  }

  deinit {
    if let formerManifest {
      try? FileTree.writeFile(formerManifest, to: manifest)
    } else {
      FileTree.removeFile(manifest)
    }
    listener.close()
    profile.finishStart()
    profile.removeExtension()
  }

  private static func writeScript(_ folder: String) throws {
    let script = """
      #!/bin/sh
      exec \(LiveInstallation.quoted(try LiveInstallation.program())) relay \
      --socket \(LiveInstallation.quoted("\(folder)/socket")) -- "$@"

      """
    try FileTree.writeFile(Array(script.utf8), to: "\(folder)/host", mode: 0o755)
  }

  /// Removes the manifests of recordings that were killed.
  private static func removeLeftovers(in hosts: String) {
    for name in ((try? FileTree.entries(in: hosts)) ?? []).map(\.name) {
      guard name.hasPrefix(namePrefix),
        let process = name.dropFirst(namePrefix.count).split(separator: ".").first,
        let number = pid_t(process), kill(number, 0) != 0, errno == ESRCH
      else { continue }
      FileTree.removeFile("\(hosts)/\(name)")
    }
  }
}
