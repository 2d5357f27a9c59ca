import Catalogue
import CommandKit
import ExchangeFormats
import Live
internal import Notation
import Platform
import RetraceStore

/// The program from its arguments to its exit status.
enum LiveCommand {
  static func run(_ call: HelperCall) throws -> ExitStatus {
    switch call.arguments.declaration.name {
    case "host": try runHost(call)
    case "relay":
      try HostRelay.run(
        call.arguments.text("socket") ?? "", input: STDIN_FILENO, output: STDOUT_FILENO)
    case "record": try RecordCommand(call).run()
    case "live install": try install(call)
    case "live extension":
      let folder = call.arguments.text("dir") ?? ""
      try ExtensionFiles.write(to: folder)
      try answer(call, "Wrote the extension to \(folder).") { json in
        json.object("extension") { $0.member("folder", folder) }
      }
    case "live", "live status": try printStatus(call)
    case "live pause": try setPaused(true, call)
    case "live resume": try setPaused(false, call)
    case "live never": try changeHosts(call)
    case "live repair": try repair(call)
    case "live remove":
      let browser = try requiredBrowser(call)
      try LiveInstallation.remove(browser)
      try answer(
        call,
        "\(browser.name) is no longer recorded. Remove the extension in \(browser.name) too."
      ) { json in json.object("removed") { $0.member("browser", browser.rawValue) } }
    case let name: preconditionFailure("“\(name)” is not implemented")
    }
    return .done
  }

  /// Runs as the native messaging host that a browser has started.
  private static func runHost(_ call: HelperCall) throws {
    do {
      let folder = call.arguments.text("folder")
      if let folder { try FileTree.makeFolders(folder) }
      let statusFile = try folder.map(HostStatusFile.init)
      let store = try call.store(isReadOnly: false)
      try LiveHost(
        store, profile: call.profile, folder: folder, statusFile: statusFile, input: STDIN_FILENO,
        output: STDOUT_FILENO
      ).run()
    } catch {
      try? LiveHost.refuse(because: "\(error)", input: STDIN_FILENO, output: STDOUT_FILENO)
      throw error
    }
  }

  private static func install(_ call: HelperCall) throws {
    let installation = try LiveInstallation.install(
      requiredBrowser(call), profile: call.profile.isEmpty ? nil : call.profile,
      userDataFolder: call.arguments.text("user-data-dir"))
    let browser = installation.browser
    let folder = try LiveInstallation.extensionFolder()
    let isConnected = try installation.isConnected()
    let next =
      try isConnected
      ? "\(browser.name) is connected."
      : "One step is left: \(installation.remainingStep())\n"
        + "\(browser.name) is not connected yet. “retrace live” shows whether it is."
    try answer(
      call,
      """
      \(browser.name) will be recorded in \(installation.profile): windows, tabs, groups, the addresses \
      and titles of pages, and their Back and Forward lists. Private windows, passwords and the \
      contents of pages are not recorded, and nothing leaves this computer.
      “retrace live never HOST” excludes a site, and “retrace live pause \(browser.rawValue)” pauses \
      recording. “retrace --profile \(installation.profile) forget” removes what was recorded.
      \(next)
      """
    ) { json in
      json.object("installed") { json in
        json.member("browser", browser.rawValue)
        json.member("profile", installation.profile)
        json.member("extension", folder)
        json.member("connected", isConnected)
      }
    }
  }

  // MARK: Status

  private static func printStatus(_ call: HelperCall) throws {
    let all = try LiveInstallation.all().flatMap { try LiveStatus.all(of: $0) }
    let hosts = try LiveInstallation.unrecordedHosts().hosts
    var lines = all.flatMap(\.lines)
    if all.isEmpty {
      lines.append("No browser is connected. “retrace live install firefox” connects one.")
    }
    if !hosts.isEmpty { lines.append("Never recorded: \(hosts.joined(separator: ", "))") }
    try answer(call, lines.joined(separator: "\n")) { json in
      json.array("live") { json in for status in all { status.write(to: &json) } }
      json.array("never", of: hosts)
    }
  }

  // MARK: Excluding

  private static func setPaused(_ isPaused: Bool, _ call: HelperCall) throws {
    let all = try LiveInstallation.named(browser(call))
    for installation in all { try installation.setPaused(isPaused) }
    let lines = all.map { installation in
      let name = installation.browser.rawValue
      return isPaused
        ? "\(installation.browser.name) is paused. “retrace live resume \(name)” records it again."
        : "\(installation.browser.name) is recorded again."
    }
    try answer(call, lines.joined(separator: "\n")) { json in
      json.array("live") { json in
        for installation in all {
          json.object { json in
            json.member("browser", installation.browser.rawValue)
            json.member("paused", isPaused)
          }
        }
      }
    }
  }

  private static func changeHosts(_ call: HelperCall) throws {
    var hosts = try LiveInstallation.unrecordedHosts()
    var sentence =
      hosts.hosts.isEmpty ? "No site is excluded." : hosts.hosts.joined(separator: "\n")
    if let host = call.arguments.text("host") {
      if call.arguments.has("remove") {
        guard hosts.remove(host) else {
          throw CommandError(
            "notAllowed", "\(host) is not on the list. “retrace live never” prints it.")
        }
        sentence = "Pages of \(host) are recorded again."
      } else {
        hosts.insert(host)
        sentence =
          "Pages of \(host) are not recorded any more. “forget --site \(host)” removes those that "
          + "were recorded before."
      }
      try LiveInstallation.store(hosts)
    }
    try answer(call, sentence) { json in json.array("never", of: hosts.hosts) }
  }

  // MARK: Repairing

  private static func repair(_ call: HelperCall) throws {
    let isDryRun = call.arguments.has("dry-run")
    let named = browser(call)
    let running = try LiveInstallation.named(named).filter { try $0.isConnected() }
    guard !running.isEmpty else {
      let missing = named.map { "\($0.name) is not" } ?? "No connected browser is"
      throw CommandError(
        "notAllowed", "\(missing) running. Start it first, because it reopens the tabs itself.")
    }
    let found = try running.map { installation in
      let store = try LiveStatus.store(of: installation, isReadOnly: isDryRun)
      let tabs = try UnrestoredTabs(in: store, of: installation.hosts().map(\.id))
      if !isDryRun, !tabs.pages.isEmpty { try tabs.reopen(in: store) }
      return (browser: installation.browser, tabs: tabs)
    }
    let lines = found.flatMap { browser, tabs in
      let count = SafeText.counted(tabs.pages.count, "tab").text
      let heading =
        tabs.pages.isEmpty
        ? "\(browser.name) has restored all tabs."
        : isDryRun
          ? "\(count) did not come back in \(browser.name):"
          : "Reopened \(count) in \(browser.name):"
      return [heading] + tabs.pages.map { "  " + $0.line }
    }
    try answer(call, lines.joined(separator: "\n")) { json in
      json.array("repair") { json in
        for (browser, tabs) in found {
          json.object { json in
            json.member("browser", browser.rawValue)
            tabs.write("tabs", to: &json)
          }
        }
      }
    }
  }

  // MARK: Arguments and answers

  /// Returns the browser that the call specifies, or nil if it specifies none.
  private static func browser(_ call: HelperCall) -> LiveBrowser? {
    call.arguments.text("browser").flatMap(LiveBrowser.init)
  }

  private static func requiredBrowser(_ call: HelperCall) throws -> LiveBrowser {
    guard let browser = browser(call) else {
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
