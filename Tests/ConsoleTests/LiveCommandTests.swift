import Foundation
import TestSupport
import Testing

/// The commands that connect browsers, in a separate home folder.
@Suite(.timeLimit(.minutes(10)))
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

  @Test func theExtensionIsWritten() throws {
    #expect(try live("extension", "files").status == 0)
    let manifest = folder.url.appending(path: "files/manifest.json")
    let data = try JSONSerialization.jsonObject(with: Data(contentsOf: manifest))
    #expect((data as? [String: Any])?["incognito"] as? String == "not_allowed")
    #expect(
      FileManager.default.fileExists(atPath: "\(folder.path)/files/_locales/en/messages.json"))
  }

  @Test func answersAreAsTheirSchemasSay() throws {
    var answers: [SchemaValidator.Answer] = []
    for (command, words) in [
      ("live install", ["install", "firefox"]), ("live", []), ("live status", ["status"]),
      ("live extension", ["extension", "files"]), ("live remove", ["remove", "firefox"]),
    ] {
      let run = try RetraceProcess.run(
        ["--json", "live"] + words, environment: ["HOME": folder.path], in: folder.url)
      answers.append(.init(command: command, text: run.output))
    }
    #expect(try SchemaValidator.faults(of: answers) == [])
  }
}
