import Foundation
import TestSupport
import Testing

/// Passwords and codes that are not passed as arguments.
@Suite(
  .enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)),
  .timeLimit(.minutes(30)))
struct SecretTests {
  /// Runs a shell command with the console as “$retrace -p PROFILE”.
  private func run(_ command: String, on device: ConsoleDevice) throws -> Subprocess {
    try Subprocess.run(
      "/bin/sh", ["-c", command],
      environment: [
        "TZ": "UTC", "PATH": "/usr/bin:/bin", "XDG_STATE_HOME": device.folder.path + "/state",
        "retrace": URL.builtProgram("retrace").path, "profile": device.profile,
      ], in: device.folder.url)
  }

  private static let warning = "Other users of this computer can see"

  @Test func `addresses and code are read from input, a file or the environment`() throws {
    let server = try NATSServer()
    let desk = try ConsoleDevice("desk")
    let begun = try run(
      "echo '\(server.url)' | $retrace -p $profile sync init --name desk", on: desk)
    #expect(begun.status == 0 && begun.errors == "", "\(begun.errors)")
    let ways = [
      "echo \"$code\" | $retrace -p $profile sync join --name NAME",
      "echo \"$code\" | $retrace -p $profile sync join - --name NAME",
      "echo \"$code\" > code.txt; $retrace -p $profile sync join @code.txt --name NAME",
      "RETRACE_SYNC_CODE=$code $retrace -p $profile sync join --name NAME < /dev/null",
    ]
    for (number, way) in ways.enumerated() {
      let device = try ConsoleDevice("device-\(number)")
      let joined = try run(
        "code='\(desk.invitation())'; " + way.replacing("NAME", with: device.name), on: device)
      #expect(joined.status == 0 && joined.errors == "", "\(way): \(joined.errors)")
      #expect(joined.output.hasPrefix("This device has joined as “\(device.name)”"))
    }
    let moved = try run(
      "echo '\(server.url)' | $retrace -p $profile sync refill --servers -", on: desk)
    #expect(moved.status == 0, "\(moved.errors)")
    let empty = try run(
      "$retrace -p $profile sync join < /dev/null", on: try ConsoleDevice("none"))
    #expect(empty.status == 1)
    #expect(
      empty.errors
        == "retrace: No line of standard input contains the code of the invitation.\n")
    let script = try run(
      "echo 'sync join' | $retrace -p $profile", on: try ConsoleDevice("script"))
    #expect(script.errors.contains("There is no terminal to ask"))
  }

  @Test func `a password or code in the arguments causes a warning`() throws {
    let server = try NATSServer()
    let desk = try ConsoleDevice("desk")
    let plain = try desk.run("sync", "init", "--servers", server.url, "--name", "desk")
    #expect(plain.errors == "")
    let other = try ConsoleDevice("other")
    let joined = try other.run("sync", "join", desk.invitation(), "--name", "other")
    #expect(
      joined.errors.hasPrefix("retrace: " + Self.warning) && joined.errors.contains("the code"))
    let refused = try ConsoleDevice("third").run(
      "sync", "init", "--servers", "nats://me:secret@127.0.0.1:1", expecting: 1)
    #expect(refused.errors.contains(Self.warning) && refused.errors.contains("the password"))
    #expect(!refused.errors.contains("me:secret"))
  }

  @Test func `a terminal asks for the code and does not show it`() throws {
    let server = try NATSServer()
    let desk = try #require(try ConsoleDevice.shared("desk", on: server.url).first)
    let code = try desk.invitation()
    let other = try ConsoleDevice("other")
    let terminal = try TerminalProcess(
      URL.builtProgram("retrace").path, ["-p", other.profile, "sync", "join", "--name", "other"],
      environment: ["PATH": "/usr/bin:/bin"])
    try terminal.expect("Code from “sync invite”: ")
    try terminal.type("wrong\u{15}" + code + "x\u{7F}\r")
    try terminal.expect("This device has joined as “other”")
    #expect(try terminal.end() == 0)
    #expect(!terminal.output.contains(code) && !terminal.output.contains("wrong"))

    let cancelled = try TerminalProcess(
      URL.builtProgram("retrace").path, ["-p", desk.profile + "2", "sync", "init"],
      environment: ["PATH": "/usr/bin:/bin"])
    try cancelled.expect("Addresses of the servers: ")
    try cancelled.type("nats://me:sec\u{3}")
    try cancelled.expect("Cancelled. Nothing was done.")
    #expect(try cancelled.end() == 1)
    #expect(!cancelled.output.contains("me:sec"))
  }

  @Test func `a failed join leaves no profile`() throws {
    let server = try NATSServer()
    let desk = try #require(try ConsoleDevice.shared("desk", on: server.url).first)
    let code = try desk.invitation()
    try ConsoleDevice("first").run("sync", "join", code, "--name", "first")
    let late = try ConsoleDevice("late")
    try late.run("sync", "join", code, expecting: 1)
    #expect(!FileManager.default.fileExists(atPath: late.profile))
    try late.run("sync", "init", "--servers", "nats://127.0.0.1:1", expecting: 1)
    #expect(!FileManager.default.fileExists(atPath: late.profile))
    // An existing profile remains.
    try late.run("bookmark", "https://kept.example")
    try late.run("sync", "join", code, expecting: 1)
    #expect(try late.bookmarks.contains("kept.example"))
  }

  @Test func `devices marks removed devices, and the status no longer counts them`() throws {
    let server = try NATSServer()
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    let (desk, phone) = (devices[0], devices[1])
    try desk.run("sync")
    #expect(try !desk.run("devices").output.contains("removed"))
    #expect(
      try desk.run("sync", "status").output
        .contains("Everything has been sent to the other devices."))
    try desk.run("sync", "remove", "phone")
    #expect(try desk.run("devices").output.contains(/phone .*removed/))
    #expect(try desk.run("--json", "devices").output.contains(/"name":"phone".*"removed":true/))
    let status = try desk.run("sync", "status").output
    #expect(
      !status.contains("Everything has been sent")
        && status.contains("“sync invite” to add another"))
    try phone.run("sync", expecting: 1)
    #expect(try phone.run("devices").output.contains("removed, this device"))
  }

  @Test(arguments: ["sync", "sync.lock", "sync.turn", "sync.follow", "sync.nkey", "sync.creds"])
  func `a pipe instead of a file does not block`(name: String) throws {
    let server = try NATSServer()
    let desk = try #require(try ConsoleDevice.shared("desk", on: server.url).first)
    let path = desk.profile + "/" + name
    try? FileManager.default.removeItem(atPath: path)
    try #require(mkfifo(path, 0o600) == 0)
    for command in [["sync", "status"], ["sync"]] {
      let run = try desk.run(command, expecting: nil)
      #expect(
        run.status == 0 || run.errors.contains("/\(name)” is not a regular file."), "\(run.errors)")
    }
    if ["sync", "sync.lock", "sync.creds"].contains(name) {
      #expect(try desk.run("sync", expecting: 1).errors.contains("is not a regular file."))
    }
  }
}
