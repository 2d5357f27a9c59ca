import Foundation
import TestSupport
import Testing

/// Pictures of pages on a terminal, by what stands in the place of `chafa`.
@Suite(.timeLimit(.minutes(2))) struct DrawnPictureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(
      to: folder.url.appending(path: "page.png"))
    let run = try RetraceProcess.run(
      ["-p", folder.profile, "-c", "open a.example", "-c", "page thumbnail page.png"],
      in: folder.url)
    #expect(run.status == 0)
  }

  /// What `show` says on a terminal where `chafa` is this script.
  private func shown(_ script: String) throws -> (output: String, status: Int32) {
    let program = folder.url.appending(path: "chafa")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["-p", folder.profile, "show", "3"],
      environment: ["PATH": folder.path + ":/bin:/usr/bin", "TZ": "UTC", "NO_COLOR": "1"])
    let status = try process.end()
    return (process.output, status)
  }

  @Test func `show draws the picture of an event, which the program reads`() throws {
    let shown = try shown(#"printf '\033[31m▄▄\033[0m %s bytes\n' "$(wc -c)""#)
    #expect(shown.status == 0)
    #expect(
      shown.output.hasSuffix("picture  https://a.example/\r\n\u{1B}[31m▄▄\u{1B}[0m 8 bytes\r\n"))
  }

  @Test(arguments: [
    #"printf '\033]0;owned\007\n'"#, #"printf '\033[2J\n'"#, "exit 1", "printf x; exit 1",
    "kill -9 $$", ":",
  ])
  func `what does more than colours is not shown`(script: String) throws {
    let shown = try shown(script)
    #expect(shown.status == 0)
    #expect(shown.output.hasSuffix("picture  https://a.example/\r\n"))
  }

  @Test func `who is no terminal gets none`() throws {
    let run = try RetraceProcess.run(["-p", folder.profile, "show", "3"])
    #expect(run.output.hasSuffix("picture  https://a.example/\n"))
  }
}
