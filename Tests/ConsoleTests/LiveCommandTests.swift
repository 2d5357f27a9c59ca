import Foundation
import TestSupport
import Testing

/// The commands that connect browsers, in a separate home folder.
@Suite(.timeLimit(.minutes(30)))
struct LiveCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var hosts: URL { folder.url.appending(path: ".mozilla/native-messaging-hosts") }

  private func live(_ words: String...) throws -> Subprocess {
    try RetraceProcess.run(
      ["live"] + words, environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"],
      in: folder.url, joinsErrors: true)
  }

  @Test func anInstalledBrowserIsListedAndRemoved() throws {
    #expect(try live().output.hasPrefix("No browser is connected."))
    let installed = try live("install", "firefox")
    #expect(installed.status == 0)
    #expect(installed.output.contains("about:debugging#/runtime/this-firefox"))
    let listed = try live()
    #expect(
      listed.output
        == "Firefox: not connected, recorded in \(folder.path)/.local/share/retrace/firefox\n")
    let removed = try live("remove", "firefox")
    #expect(removed.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: hosts.path).isEmpty)
    #expect(
      !FileManager.default.fileExists(atPath: "\(folder.path)/.local/share/retrace-live"))
    #expect(try live("remove", "firefox").status != 0)
  }

  @Test func theRegisteredHostStartsForTheExtensionOnly() throws {
    try #require(try live("install", "firefox").status == 0)
    let data = try Data(contentsOf: hosts.appending(path: "dev.retrace.live.json"))
    let manifest = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(manifest["allowed_extensions"] as? [String] == ["live@retrace.dev"])
    let host = try #require(manifest["path"] as? String)
    #expect(FileManager.default.isExecutableFile(atPath: host))
    // If the browser sends nothing and exits, no profile is created.
    let run = try Subprocess.run(host, [], environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.status == 0)
    #expect(
      !FileManager.default.fileExists(atPath: "\(folder.path)/.local/share/retrace/firefox"))
  }

  @Test func anotherFolderAndProfileAreUsed() throws {
    let run = try RetraceProcess.run(
      [
        "-p", folder.profile, "live", "install", "chromium", "--user-data-dir",
        "\(folder.path)/work",
      ], environment: ["HOME": folder.path], in: folder.url)
    #expect(run.status == 0)
    #expect(
      FileManager.default.fileExists(
        atPath: "\(folder.path)/work/NativeMessagingHosts/dev.retrace.live.json"))
    #expect(try live().output.contains("recorded in \(folder.profile)"))
    #expect(
      try live("install", "firefox", "--user-data-dir", "work").output.contains("--user-data-dir"))
  }

  @Test func installingSaysWhatIsRecordedAndHowToForgetIt() throws {
    let output = try live("install", "firefox").output
    let profile = "\(folder.path)/.local/share/retrace/firefox"
    #expect(output.hasPrefix("Firefox will be recorded in \(profile): windows, tabs"))
    #expect(output.contains("“retrace --profile \(profile) forget” removes what was recorded."))
    #expect(output.contains("Firefox is not connected yet."))
  }

  @Test func aBrowserInASandboxIsRefused() throws {
    let app = folder.url.appending(path: ".local/share/flatpak/app/com.vivaldi.Vivaldi")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    let refused = try live("install", "vivaldi")
    #expect(refused.status != 0)
    #expect(refused.output.contains("Vivaldi is installed with Flatpak"))
    #expect(try live().output.hasPrefix("No browser is connected."))
  }

  @Test func sitesAreExcludedAndTakenBack() throws {
    #expect(try live("never").output == "No site is excluded.\n")
    #expect(try live("never", "https://Bank.Example/login").output.contains("forget --site"))
    #expect(try live("never", "a.example").status == 0)
    #expect(try live("never").output == "a.example\nbank.example\n")
    #expect(try live().output.contains("Never recorded: a.example, bank.example\n"))
    #expect(try live("never", "a.example", "--remove").status == 0)
    #expect(try live("never", "a.example", "--remove").status != 0)
    #expect(try live("never", "no host").output.contains("is not a host"))
    #expect(try live("never", "--remove").status != 0)
    // The list is kept when the last browser is removed.
    try #require(try live("install", "firefox").status == 0)
    #expect(try live("remove", "firefox").status == 0)
    #expect(try live("never").output == "bank.example\n")
  }

  @Test func recordingIsPausedAndResumed() throws {
    #expect(try live("pause").status != 0)
    try #require(try live("install", "firefox").status == 0)
    #expect(try live("pause", "firefox").status == 0)
    #expect(try live().output.contains("Firefox: not connected, paused, recorded in"))
    #expect(try live("resume").status == 0)
    #expect(try live().output.contains("Firefox: not connected, recorded in"))
    #expect(try live("pause", "chromium").output.contains("Chromium is not connected."))
  }

  @Test func onlyARunningBrowserIsRepaired() throws {
    try #require(try live("install", "firefox").status == 0)
    #expect(try live("repair").output.contains("No connected browser is running."))
    #expect(try live("repair", "firefox").output.contains("Firefox is not running."))
  }

  @Test func theExtensionIsWritten() throws {
    #expect(try live("extension", "files").status == 0)
    let manifest = folder.url.appending(path: "files/manifest.json")
    let data = try JSONSerialization.jsonObject(with: Data(contentsOf: manifest))
    #expect((data as? [String: Any])?["incognito"] as? String == "not_allowed")
    #expect(
      FileManager.default.fileExists(atPath: "\(folder.path)/files/_locales/en/messages.json"))
  }

  /// The hosts of connected browsers store these facts in the file `browsers` of the profile.
  @Test func windowsAndHistoryContainFactsOfConnectedBrowsers() throws {
    func run(_ words: String...) throws -> String {
      try RetraceProcess.run(
        ["-p", folder.profile] + words, environment: ["HOME": folder.path], in: folder.url
      ).output
    }
    _ = try run("open", "https://a.example/")
    _ = try run("window", "new", "https://b.example/")
    #expect(try !run("--json", "windows").contains("browser"))
    // The last line is of a host that was killed.
    let facts = """
      browser one Firefox .
      browser two Firefox .
      window 1 one .
      window 3 two .
      unknown 4 3 .
      unknown 4
      """
    try Data(facts.utf8).write(to: folder.url.appending(path: "profile/browsers"))
    let windows = try run("windows")
    #expect(windows.contains("Firefox, 1 tab: https://a.example/"))
    #expect(windows.contains("Firefox 2, 1 tab: https://b.example/"))
    #expect(try run("--json", "windows").contains(#""browser":"Firefox 2""#))
    #expect(try run("history").contains("3 earlier pages not known"))
    #expect(try run("--json", "history").contains(#""unknownPages":3"#))
    #expect(try !run("history", "#2").contains("not known"))
  }

  @Test func answersAreAsTheirSchemasSay() throws {
    var answers: [SchemaValidator.Answer] = []
    for (command, words) in [
      ("live install", ["install", "firefox"]), ("live", []), ("live status", ["status"]),
      ("live pause", ["pause"]), ("live resume", ["resume", "firefox"]),
      ("live never", ["never", "bank.example"]), ("live extension", ["extension", "files"]),
      ("live remove", ["remove", "firefox"]),
    ] {
      let run = try RetraceProcess.run(
        ["--json", "live"] + words, environment: ["HOME": folder.path], in: folder.url)
      answers.append(.init(command: command, text: run.output))
    }
    #expect(try SchemaValidator.faults(of: answers) == [])
  }
}
