import ExchangeFormats
import Foundation
import TestSupport
import Testing

@testable import Exchange

/// Runs `record` and `replay` as a person does: `retrace` starts the helper program, which starts a
/// browser.
@Suite(.serialized, .oneBrowser) struct BrowserCommandTests {
  private let pages: PageServer
  private let folder: TemporaryFolder

  init() throws {
    pages = try PageServer()
    folder = try TemporaryFolder()
  }

  private func retrace(_ arguments: String...) throws -> ProbeProcess {
    try ProbeProcess(program: "retrace", arguments: ["-p", folder.profile] + arguments)
  }

  @Test(
    .enabled(
      if: BrowserKind.chromium.isInstalled, Comment(rawValue: BrowserKind.chromium.skipped)))
  func chromiumIsRecordedUntilCtrlCAndReplayed() throws {
    try recordAndReplay(.chromium)
  }

  @Test(
    .enabled(if: BrowserKind.firefox.isInstalled, Comment(rawValue: BrowserKind.firefox.skipped)))
  func firefoxIsRecordedUntilCtrlCAndReplayed() throws {
    try recordAndReplay(.firefox)
  }

  private func recordAndReplay(_ kind: BrowserKind) throws {
    // `record` extends an existing log only.
    _ = try retrace("folder", "Begun").lines()
    let log = try retrace("log", "--follow")
    let url = "\(pages.address)/first"
    let record = try retrace("record", kind.rawValue, "-q", "--headless", "--no-pictures", url)
    while let line = try log.answer(), !line.contains("titled a page") {}
    try record.interruptGroup()
    let said = try record.lines()
    #expect(
      said.prefix(2) == [
        "Starting \(kind.name) …",
        "Recording its tabs, pages and histories, but no private windows. To stop, close it or "
          + "press Ctrl-C.",
      ])
    #expect(said.count == 3)
    #expect(said.last?.hasPrefix("\(kind.name) was closed; ") == true)
    let tabs = try retrace("tabs").lines()
    #expect(tabs.count == 1)
    #expect(tabs.first?.hasSuffix("Page /first — \(url)") == true)

    let replay = try retrace("replay", kind.rawValue, "--headless")
    #expect(
      try replay.answer() == "Opened 1 tab with 1 entry. Close \(kind.name) to continue.")
    try replay.interruptGroup()
    #expect(try replay.lines() == [])
    #expect(try retrace("tabs").lines() == tabs)
  }

  @Test(
    .enabled(
      if: BrowserKind.chromium.isInstalled, Comment(rawValue: BrowserKind.chromium.skipped)))
  func aRecordingAnswersProgramsWithItsEvents() throws {
    _ = try retrace("folder", "Begun").lines()
    let log = try retrace("log", "--follow")
    let record = try retrace(
      "--json", "record", "chromium", "--headless", "--no-pictures", "\(pages.address)/first")
    while let line = try log.answer(), !line.contains("titled a page") {}
    try record.interruptGroup()
    let text = try #require(try record.lines().first)
    let answer = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Set(answer.keys) == ["record", "sequence", "events"])
    let events = try #require(answer["events"] as? [[String: Any]])
    #expect(!events.isEmpty)
    #expect(events.last?["sequence"] as? Int == answer["sequence"] as? Int)
    #expect((answer["record"] as? [String: Any])?["events"] as? Int == events.count)
  }

  @Test(
    .enabled(
      if: BrowserKind.chromium.isInstalled, Comment(rawValue: BrowserKind.chromium.skipped)),
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func aSignalEndsChromiumAndAllThatRecordsIt(signal: Int32) throws {
    try endedBy(signal, .chromium)
  }

  @Test(
    .enabled(if: BrowserKind.firefox.isInstalled, Comment(rawValue: BrowserKind.firefox.skipped)))
  func aSignalEndsFirefoxAndAllThatRecordsIt() throws {
    try endedBy(SIGTERM, .firefox)
  }

  /// Sends the signal to `retrace` only, as a supervisor does. Afterwards, another recording can
  /// use the profile.
  private func endedBy(_ signal: Int32, _ kind: BrowserKind) throws {
    let profile = folder.url.appending(path: "browser").path
    for _ in 0..<2 {
      let record = try retrace(
        "record", kind.rawValue, "--headless", "--no-pictures", "--profile-dir", profile)
      #expect(try record.answer() == "Starting \(kind.name) …")
      #expect(try record.answer()?.hasPrefix("Recording its tabs") == true)
      let started = Self.descendants(of: record.identifier)
      #expect(started.count >= 2)
      #expect(try record.end(by: signal) == (signal == SIGINT ? 0 : 128 + signal))
      #expect(started.prefix(2).filter { kill($0, 0) == 0 } == [])
      // The recorded events are printed between two sentences.
      let said = try record.lines()
      #expect(said.first?.contains("began a session with") == true)
      #expect(said.dropLast().last?.contains("ended the session") == true)
      #expect(said.last?.hasPrefix("\(kind.name) was closed; ") == true)
    }
  }

  @Test(arguments: BrowserKind.allCases.filter(\.isInstalled))
  func `a killed browser loses nothing, and its tabs continue`(kind: BrowserKind) throws {
    let profile = folder.url.appending(path: "browser")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    let own = [
      "browser.sessionstore.interval": "500",
      "browser.startup.homepage_override.mstone": "\"ignore\"",
      "datareporting.policy.dataSubmissionEnabled": "false",
      "termsofuse.bypassNotification": "true",
    ].map { "user_pref(\"\($0)\", \($1));\n" }.joined()
    try Data(own.utf8).write(to: profile.appending(path: "user.js"))
    let arguments = [
      "-p", folder.profile, "record", kind.rawValue, "--headless", "--profile-dir", profile.path,
    ]
    let url = "\(pages.address)/first"
    let record = try ProbeProcess(program: "retrace", arguments: arguments + [url])
    while let line = try record.answer(), !line.contains("took a picture") {}
    let tabs = try retrace("tabs").lines()
    #expect(tabs.count == 1)
    while try !Self.hasSaved(url, profile, kind) { try #require(record.isRunning) }
    let started = Self.descendants(of: record.identifier)
    kill(try #require(started.dropFirst().first), SIGKILL)
    let said = try record.lines()
    #expect(said.last?.hasPrefix("\(kind.name) crashed (signal 9); ") == true)
    #expect(!said.contains { $0.contains("ended the session") })
    #expect(try retrace("tabs").lines() == tabs)

    let again = try ProbeProcess(program: "retrace", arguments: arguments)
    while let line = try again.answer(), !line.contains("began a session") {}
    #expect(try again.end(by: SIGTERM) == 128 + SIGTERM)
    let rest = try again.lines()
    #expect(rest.last?.contains(" was closed; ") == true)
    let restored = try retrace("tabs").lines()
    #expect(restored == tabs, "\(rest)")
    let settings = try String(contentsOf: profile.appending(path: "user.js"), encoding: .utf8)
    #expect(settings == own)
  }

  /// Whether a browser would restore a page after a crash.
  private static func hasSaved(_ url: String, _ profile: URL, _ kind: BrowserKind) throws -> Bool {
    switch kind {
    case .chromium:
      // A profile without settings counts as new, and nothing is restored.
      let settings = profile.appending(path: "Default/Preferences")
      guard FileManager.default.fileExists(atPath: settings.path) else { return false }
      let folder = profile.appending(path: "Default/Sessions")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).contains {
        let bytes = try Data(contentsOf: folder.appending(path: $0))
        return bytes.range(of: Data(url.utf8)) != nil
      }
    case .firefox:
      let file = profile.appending(path: "sessionstore-backups/recovery.jsonlz4")
      guard let bytes = try? Data(contentsOf: file) else { return false }
      let text = try Data(FirefoxPack.unpacked(Array(bytes), "recovery.jsonlz4"))
      return text.range(of: Data(url.utf8)) != nil
    }
  }

  /// The processes that a process has started, directly or indirectly. The nearest come first.
  private static func descendants(of process: pid_t) -> [pid_t] {
    var found: [pid_t] = []
    var waiting = [process]
    while let next = waiting.popLast() {
      let path = "/proc/\(next)/task/\(next)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let children = text.split(separator: " ").compactMap { pid_t($0) }
      found += children
      waiting += children
    }
    return found
  }

  @Test(
    .enabled(
      if: BrowserKind.chromium.isInstalled, Comment(rawValue: BrowserKind.chromium.skipped)))
  func withoutADisplayChromiumsEndIsExplained() throws {
    try explainedWithoutDisplay(.chromium)
  }

  @Test(
    .enabled(if: BrowserKind.firefox.isInstalled, Comment(rawValue: BrowserKind.firefox.skipped)))
  func withoutADisplayFirefoxsEndIsExplained() throws {
    try explainedWithoutDisplay(.firefox)
  }

  private func explainedWithoutDisplay(_ kind: BrowserKind) throws {
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path, ["-p", folder.profile, "record", kind.rawValue],
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.url.path])
    #expect(run.status == 1)
    #expect(
      run.errors == "retrace: \(kind.name) ended before it answered: there is no display for its "
        + "windows. Use --headless to run without a display.\n")
  }

  @Test(
    .enabled(
      if: BrowserKind.chromium.isInstalled, Comment(rawValue: BrowserKind.chromium.skipped)))
  func aProfileThatAnotherChromiumUsesIsSaid() throws {
    let profile = folder.url.appending(path: "browser").path
    let arguments = ["record", "chromium", "--headless", "--no-pictures", "--profile-dir", profile]
    let first = try ProbeProcess(
      program: "retrace", arguments: ["-p", folder.profile] + arguments)
    while let line = try first.answer(), !line.hasPrefix("Recording ") {}
    let second = try Subprocess.run(
      URL.builtProgram("retrace").path, ["-p", "\(folder.profile)2"] + arguments)
    #expect(second.status == 1)
    #expect(
      second.errors
        == "retrace: The profile “\(profile)” is in use. Close the Chromium that uses it.\n")
    #expect(try first.end(by: SIGTERM) == 128 + SIGTERM)
  }

  @Test func aBrowserThatCannotBeStartedIsReported() throws {
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path,
      ["-p", folder.profile, "record", "firefox", "--program", "no-such-browser"])
    #expect(run.status == 1)
    #expect(run.errors == "retrace: The browser “no-such-browser” is not installed.\n")
  }
}
