import Foundation
import TestSupport
import Testing

/// The guide “Two laptops and a small server”. Its commands are run as written.
@Suite(
  .enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)),
  .timeLimit(.minutes(30)))
struct GuideTests {
  private let folder: TemporaryFolder
  private let port: UInt16

  init() throws {
    folder = try TemporaryFolder()
    port = try NATSServer.freePort()
  }

  /// Returns the blocks of commands in the guide.
  private static func blocks() throws -> [String] {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Sync/Sync.docc/TwoLaptopsAndAServer.md")
    return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```sh\n")
      .dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  /// Creates a substitute for a command that needs another computer or the network.
  private func makeCommand(_ name: String, _ script: String) throws {
    let file = folder.url.appending(path: "bin/\(name)")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  /// Runs commands as the user of one of the computers.
  @discardableResult
  private func run(_ commands: String, on computer: String) throws -> String {
    let run = try Subprocess.run(
      "/bin/sh", ["-ec", commands.replacing("home.example.org", with: "127.0.0.1")],
      environment: environment(of: computer),
      in: folder.url.appending(path: computer))
    #expect(run.status == 0, "\(commands)\n\(run.output)\(run.errors)")
    return run.output
  }

  private func environment(of computer: String) -> [String: String] {
    let programs = URL.builtProgram("retrace").deletingLastPathComponent().path
    return [
      "HOME": "\(folder.path)/\(computer)", "TZ": "UTC",
      "PATH": "\(folder.path)/bin:\(programs):/usr/bin:/bin",
    ]
  }

  @Test func `the commands of the guide have the described effect`() throws {
    for name in ["bin", "server", "first", "second"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: false)
    }
    let program = try #require(NATSServer.program)
    try makeCommand(
      "python3",
      "mkdir -p nats/bin && ln -s \(program) nats/bin/nats-server && ln -s $(which true) nats/bin/pip"
    )
    // The server is this computer, with another port and folder.
    try makeCommand(
      "scp", "sed 's#/var/lib/nats#\(folder.path)/server/store#' $2 > \(folder.path)/server/$2")
    try makeCommand(
      "retrace", "\(URL.builtProgram("retrace").path) \"$@\" | sed 's/:4222/:\(port)/g'")
    try makeCommand("systemctl", "echo \"$@\" > systemctl")

    let blocks = try Self.blocks()
    try #require(blocks.count == 6)
    try run(blocks[0], on: "server")
    try run(blocks[1], on: "first")
    let server = try Subprocess.start(
      "/bin/sh", ["-c", "cd \(folder.path)/server && exec \(blocks[2])"],
      environment: environment(of: "server"))
    defer {
      kill(server, SIGTERM)
      _ = try? Subprocess.status(of: server)
    }
    try NATSServer.waitUntilListening(port)
    try run("retrace bookmark https://first.example", on: "first")
    let invited = try run(blocks[3], on: "first")
    let code = try #require(invited.firstMatch(of: /\n(retrace:\S+)\n/)?.1)
    let bookmarks = try run("echo '\(code)' | {\n\(blocks[4])}", on: "second")
    #expect(bookmarks.contains("https://first.example"))

    for (computer, other) in [("first", "second"), ("second", "first")] {
      try run(blocks[5], on: computer)
      #expect(try run("cat systemctl", on: computer) == "--user enable --now retrace-sync\n")
      try run("retrace bookmark https://\(computer)-again.example", on: computer)
      // This is the command that systemd would start.
      let follow = try run(
        "sed -n 's/^ExecStart=//p' ~/.config/systemd/user/retrace-sync.service", on: computer)
      let follower = try Subprocess.start(
        "/bin/sh", ["-c", "exec \(follow)"], environment: environment(of: computer))
      defer {
        kill(follower, SIGTERM)
        _ = try? Subprocess.status(of: follower)
      }
      let end = ContinuousClock.now + .seconds(30)
      while try !run("retrace sync && retrace bookmarks", on: other).contains("\(computer)-again") {
        try #require(ContinuousClock.now < end)
      }
    }
  }
}
