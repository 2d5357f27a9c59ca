import Exchange
import Foundation
import TestSupport
import Testing

/// `record` and `replay` as a person starts them: `retrace` starts the other program, and that a browser.
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
    _ = try retrace("state").lines()
    let log = try retrace("log", "--follow")
    let url = "\(pages.address)/first"
    let record = try retrace("record", kind.rawValue, "--headless", "--no-pictures", url)
    while let line = try log.answer(), !line.contains("page.titled") {}
    try record.interruptGroup()
    let said = try record.lines()
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("\(kind.name) was closed; ") == true)
    let tabs = try retrace("tabs").lines()
    #expect(tabs.count == 1)
    #expect(tabs.first?.hasSuffix("Page /first — \(url)") == true)

    let replay = try retrace("replay", kind.rawValue, "--headless")
    #expect(
      try replay.answer() == "Opened 1 tab with 1 entry; close \(kind.name) to go on.")
    try replay.interruptGroup()
    #expect(try replay.lines() == [])
    #expect(try retrace("tabs").lines() == tabs)
  }

  @Test func whatCannotBeStartedIsSaid() throws {
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path,
      ["-p", folder.profile, "record", "firefox", "--program", "no-such-browser"])
    #expect(run.status == 1)
    #expect(run.errors == "retrace: The browser “no-such-browser” is not installed.\n")
  }
}
