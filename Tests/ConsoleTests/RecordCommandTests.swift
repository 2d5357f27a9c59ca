import Foundation
import TestSupport
import Testing

/// `record` on the command line, with a real browser.
@Suite(
  .enabled(if: ShellCompletionTests.has("/usr/bin/chromium"), "chromium is absent"), .serialized,
  .timeLimit(.minutes(30)))
struct RecordCommandTests {
  private let folder: TemporaryFolder
  private let output = Pipe()

  init() throws { folder = try TemporaryFolder() }

  private func record(_ options: String...) throws -> pid_t {
    let process = try Subprocess.start(
      RetraceProcess.executable.path,
      ["-p", folder.profile, "record", "chromium", "--headless", "--no-pictures"] + options,
      output: output.fileHandleForWriting.fileDescriptor,
      environment: ["TZ": "UTC", "HOME": folder.path, "PATH": "/usr/bin:/bin"])
    try output.fileHandleForWriting.close()
    return process
  }

  /// Reads the output up to a text.
  private func read(upTo text: String) throws -> String {
    var said = Data()
    while !String(decoding: said, as: UTF8.self).contains(text) {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "\(String(decoding: said, as: UTF8.self))")
      said += more
    }
    return String(decoding: said, as: UTF8.self)
  }

  /// Returns a process and all of its descendants.
  private func family(of process: pid_t) throws -> [pid_t] {
    let path = "/proc/\(process)/task/\(process)/children"
    let children = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
    return try [process] + children.compactMap { pid_t($0) }.flatMap { try family(of: $0) }
  }

  private func isFound(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // A zombie process has ended, although its parent has not waited for it.
    return status.map { !$0.contains(") Z ") } ?? false
  }

  /// Waits until all processes have ended. The test's time limit ends the wait.
  private func waitUntilGone(_ processes: [pid_t]) async throws {
    while processes.contains(where: isFound) { try await Task.sleep(for: .milliseconds(20)) }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func `ending the recording in any way ends the browser, and the closing is recorded`(
    signal: Int32
  ) async throws {
    let process = try record()
    let said = try read(upTo: "opened Start page")
    #expect(said.hasPrefix("Starting Chromium …\nRecording its tabs"))
    #expect(said.contains("began a session with chromium"))
    let family = try family(of: process)
    #expect(family.count > 3)
    kill(process, signal)
    _ = try Subprocess.status(of: process)
    try await waitUntilGone(family)
    let log = try RetraceProcess.run(["-p", folder.profile, "log"])
    #expect(log.output.contains("ended the session"))
  }

  @Test func `with --quiet, no events are printed`() async throws {
    let process = try record("-q")
    _ = try read(upTo: "Ctrl-C.\n")
    let events = try await Self.waitForEvents(in: folder.profile)
    #expect(events.contains("opened Start page"))
    let family = try family(of: process)
    kill(process, SIGINT)
    let rest = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(rest.hasPrefix("Chromium was closed; "))
    #expect(!rest.contains("opened Start page"))
    _ = try Subprocess.status(of: process)
    try await waitUntilGone(family)
  }

  private static func waitForEvents(in profile: String) async throws -> String {
    while true {
      let log = try RetraceProcess.run(["-p", profile, "log"]).output
      if log.contains("opened Start page") { return log }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
