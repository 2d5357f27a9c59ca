import Catalogue
import CommandKit
import ExchangeFormats
import Live
internal import Notation
import Platform

/// The program from its arguments to its exit status.
enum LiveCommand {
  static func run(_ call: HelperCall) throws -> ExitStatus {
    switch call.arguments.declaration.name {
    case "host": try runHost(call)
    case "live install": try install(call)
    case "live extension":
      let folder = call.arguments.text("dir") ?? ""
      try ExtensionFiles.write(to: folder)
      try answer(call, "Wrote the extension to \(folder).") { json in
        json.object("extension") { $0.member("folder", folder) }
      }
    case "live", "live status": try tellStatus(call)
    case "live remove":
      let browser = try browser(call)
      try LiveInstallation.remove(browser)
      try answer(
        call,
        "\(browser.name) is not recorded any more. Remove the extension in \(browser.name) too."
      ) { json in json.object("removed") { $0.member("browser", browser.rawValue) } }
    case let name: preconditionFailure("“\(name)” is not implemented")
    }
    return .done
  }

  /// Works for a browser, which has started this program.
  private static func runHost(_ call: HelperCall) throws {
    do {
      let lock = call.arguments.text("lock")
      if let lock, try FileDescriptor.openLocked(lock) == nil {
        throw LiveError("Another browser is already recorded in the profile \(call.profile).")
      }
      let store = try call.store(isReadOnly: false)
      let host = try LiveHost(
        store, profile: call.profile, input: STDIN_FILENO, output: STDOUT_FILENO,
        statusFile: lock.map { LiveInstallation.statusFile(besideLock: $0) })
      try host.run()
    } catch {
      try? LiveHost.refuse(because: "\(error)", input: STDIN_FILENO, output: STDOUT_FILENO)
      throw error
    }
  }

  private static func install(_ call: HelperCall) throws {
    let installation = try LiveInstallation.install(
      browser(call), profile: call.profile.isEmpty ? nil : call.profile,
      userDataFolder: call.arguments.text("user-data-dir"))
    let name = installation.browser.name
    let folder = try LiveInstallation.extensionFolder()
    try answer(
      call,
      "\(name) will be recorded in \(installation.profile). One step is left: "
        + installation.remainingStep() + "\nThen “retrace live” shows whether \(name) is connected."
    ) { json in
      json.object("installed") { json in
        json.member("browser", installation.browser.rawValue)
        json.member("profile", installation.profile)
        json.member("extension", folder)
      }
    }
  }

  private static func tellStatus(_ call: HelperCall) throws {
    let all = try LiveInstallation.all().map { ($0, try $0.isConnected()) }
    let lines = all.map { installation, isConnected in
      let status =
        isConnected
        ? "connected" : installation.isRegistered ? "not connected" : "not registered any more"
      let line = "\(installation.browser.name): \(status), recorded in \(installation.profile)"
      guard isConnected, let told = try? installation.status() else { return line }
      return ([line] + told.sentences.map { "  \($0)" }).joined(separator: "\n")
    }
    let none = "No browser is connected. “retrace live install firefox” connects one."
    try answer(call, lines.isEmpty ? none : lines.joined(separator: "\n")) { json in
      json.array("live") { json in
        for (installation, isConnected) in all {
          json.object { json in
            json.member("browser", installation.browser.rawValue)
            json.member("profile", installation.profile)
            json.member("connected", isConnected)
            let status = isConnected ? (try? installation.status()) ?? LiveStatus() : LiveStatus()
            json.member("unknownPages", status.unknownPages)
            json.array("notices", of: status.notices)
          }
        }
      }
    }
  }

  private static func browser(_ call: HelperCall) throws -> LiveBrowser {
    guard let browser = call.arguments.text("browser").flatMap(LiveBrowser.init) else {
      preconditionFailure(
        "the declaration of “\(call.arguments.declaration.name)” lists the browsers")
    }
    return browser
  }

  private static func answer(
    _ call: HelperCall, _ sentence: String, _ members: (inout JSONWriter) -> Void
  ) throws {
    let output = Output(.standardOutput)
    if call.printsJSON {
      var json = JSONWriter()
      json.object(members)
      output.writeLine(json)
    } else {
      for line in sentence.split(separator: "\n") { output.write(SafeText(line) + "\n") }
    }
    try output.flush()
  }
}
