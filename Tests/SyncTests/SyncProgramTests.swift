import Foundation
import TestSupport
import Testing

/// The console and the sync program, with real servers.
@Suite(
  .enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)),
  .timeLimit(.minutes(30)))
struct SyncProgramTests {
  @Test(arguments: Engine.installed)
  func `actions on one device appear on the other`(engine: Engine) throws {
    let server = try engine.server()
    let (desk, phone) = (try ConsoleDevice("desk"), try ConsoleDevice("phone"))
    try desk.run("bookmark", "https://before.example", "--title", "Before")
    #expect(
      try desk.run("sync", "init", "--servers", server.url, "--name", "desk").output
        == "This profile is now shared, as “desk”. Use “sync invite” to add another device.\n")
    let joined = try phone.run("sync", "join", desk.invitation(), "--name", "phone")
    #expect(joined.output.hasPrefix("This device has joined as “phone”, sharing with “desk”.\n"))
    #expect(try phone.bookmarks == desk.bookmarks)
    #expect(try phone.bookmarks.contains("before.example"))

    try phone.run("bookmark", "https://phone.example")
    #expect(try phone.run("sync").output == "Sent 1 action. Shared with “desk”.\n")
    #expect(try desk.run("sync").output.hasPrefix("Received "))
    #expect(try desk.bookmarks == phone.bookmarks)
    #expect(
      try desk.run("sync").output == "Nothing new on either side. Shared with “phone”.\n")
    #expect(
      try desk.run("--json", "sync").output
        == #"{"sync":{"sent":0,"received":0,"devices":["desk","phone"]}}"# + "\n")
  }

  @Test(arguments: Engine.installed)
  func `actions on both devices without a network appear on both in the end`(engine: Engine) throws
  {
    let server = try engine.server()
    let devices = try ConsoleDevice.shared("desk", "phone", "attic", on: server.url)
    server.stop()
    for device in devices {
      try device.run("bookmark", "https://\(device.name).example")
      let failed = try device.run("sync", expecting: 1)
      #expect(failed.errors.contains("\(server.url) cannot be reached."))
      #expect(
        try device.run("sync", "status").output.contains("1 action is waiting to be sent.\n"))
    }
    try server.start()
    for device in devices + devices { try device.run("sync") }
    let bookmarks = try devices.map { try $0.bookmarks }
    #expect(Set(bookmarks).count == 1)
    for device in devices { #expect(bookmarks[0].contains("https://\(device.name).example")) }
  }

  @Test func `devices are listed, renamed and removed`() throws {
    let server = try NATSServer()
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    let (desk, phone) = (devices[0], devices[1])
    try desk.run("sync")
    let list = try desk.run("sync", "status").output
    #expect(list.contains(/\n *1  desk \(this one\)\n *\d+  phone\n$/))
    #expect(try phone.run("sync", "rename", "pocket").output.contains("“pocket”"))
    try desk.run("sync")
    let status = try desk.run("sync", "status").output
    #expect(status.contains("  pocket\n"))
    #expect(try desk.run("--read-only", "sync", "status").output == status)
    #expect(
      try desk.run("--read-only", "sync", expecting: 1).errors.contains("was opened read-only"))
    #expect(try desk.run("sync", "remove", "phone", expecting: 1).errors.contains("No device"))
    try desk.run("sync", "remove", "pocket")
    #expect(try desk.run("sync", "status").output.contains("  pocket (removed)\n"))
    try desk.run("open", "https://tab.example")
    let number = try #require(status.firstMatch(of: /(\d+)  pocket\n/)?.1)
    for word in ["pocket", String(number)] {
      #expect(
        try desk.run("sync", "remove", word, expecting: 1).errors.contains(
          "“pocket” has already been removed."))
    }
    #expect(
      try desk.run("send", "1", "pocket", expecting: 1).errors.contains(
        "“pocket” was removed from the devices that share the profile, so sent tabs do not arrive.")
    )
    try desk.run("bookmark", "https://secret.example")
    try desk.run("sync")
    let refused = try phone.run("sync", expecting: 1)
    #expect(refused.errors.contains("was removed"))
    // A service is not restarted after this error.
    #expect(try phone.follow().status == 3)
    #expect(try phone.run("sync", "unit").output.contains("RestartPreventExitStatus=3\n"))
    #expect(
      try phone.run("sync", "status").output.hasPrefix(
        "This was “pocket”, which another device has removed.\n"))
    #expect(try !phone.bookmarks.contains("secret"))
  }

  @Test func `a wrong code is rejected`() throws {
    let server = try NATSServer()
    let desk = try #require(try ConsoleDevice.shared("desk", on: server.url).first)
    let code = try desk.invitation()
    let other = try ConsoleDevice("other")
    for (wrong, sentence) in [
      ("retrace:abcde", "mistyped"), ("hello", "must begin with"),
      (code.dropLast() + "!", "mistyped"),
    ] {
      let failed = try other.run("sync", "join", String(wrong), expecting: 1)
      #expect(failed.errors.contains(sentence), "\(failed.errors)")
    }
    try other.run("sync", "join", code.uppercased(), "--name", "other")
    #expect(try ConsoleDevice("late").run("sync", "join", code, expecting: 1).status == 1)
    #expect(try other.run("sync", "join", code, expecting: 1).errors.contains("already shared"))
    #expect(try ConsoleDevice("none").run("sync", expecting: 1).errors.contains("not shared"))
  }

  @Test(arguments: Engine.installed)
  func `followers receive changes as they happen, even after their server was away`(engine: Engine)
    throws
  {
    let server = try engine.server()
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    let followers = try devices.map { try $0.follow() }
    for follower in followers { try follower.read(upTo: "continuously. Press Ctrl-C to stop.\n") }
    for (number, device) in (devices + devices).enumerated() {
      try device.run("bookmark", "https://\(number).example")
      try waitUntil { try devices[0].bookmarks == devices[1].bookmarks }
      if number == 1 {
        server.kill()
        for follower in followers { try follower.read(upTo: "Retrying until it works.\n") }
        try server.start()
        for follower in followers { try follower.read(upTo: "Syncing works again.\n") }
      }
    }
    #expect(try devices[0].bookmarks.contains("https://3.example"))
    #expect(
      try devices[0].run("sync", "status").output.contains("“sync follow” is running."))
    #expect(try devices[0].follow().status == 1)
    #expect(try followers.map { try $0.end(by: SIGTERM) } == [0, 0])
    #expect(try devices[0].run("sync", "status").output.contains("“sync follow” is not running."))
  }

  @Test func `a follower yields to other commands, and continues`() throws {
    let server = try NATSServer()
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    let desk = devices[0]
    let follower = try desk.follow()
    try follower.read(upTo: "continuously. Press Ctrl-C to stop.\n")
    let attic = try ConsoleDevice("attic")
    try attic.run("sync", "join", desk.invitation(), "--name", "attic")
    try desk.run("sync", "rename", "table")
    #expect(try desk.run("sync").output.hasSuffix("Shared with “phone” and “attic”.\n"))
    try desk.run("sync", "remove", "attic")
    try devices[1].run("bookmark", "https://late.example")
    try devices[1].run("sync")
    try waitUntil { try desk.addresses == ["https://late.example/"] }
    // This also works while the follower waits for an absent server.
    server.kill()
    try follower.read(upTo: "Retrying until it works.\n")
    // The first message may be that the connection broke.
    try waitUntil {
      try desk.run("sync", "status").output.contains("\(server.url) cannot be reached.\n")
    }
    let renamed = try desk.run("sync", "rename", "desk")
    #expect(
      renamed.output.hasPrefix(
        "This device is now called “desk”.\nThe other devices receive the name when the next sync "
          + "succeeds: "))
    try server.start()
    try follower.read(upTo: "Syncing works again.\n")
    #expect(try follower.end(by: SIGTERM) == 0)
  }

  @Test func `a device has a valid and unique name`() throws {
    let server = try NATSServer()
    let desk = try #require(try ConsoleDevice.shared("desk", on: server.url).first)
    let other = try ConsoleDevice("other")
    let joined = try other.run("sync", "join", desk.invitation(), "--name", "desk")
    #expect(
      joined.output.hasPrefix(
        "This device has joined as “desk-2”, sharing with “desk”.\n“sync rename NAME” changes the "
          + "name.\n"))
    for (name, sentence) in [
      ("", "A device needs a name."), (" ", "A device needs a name."),
      (
        "12",
        "“12” is a number. Choose a name that is not a number, because each device also has a "
          + "number."
      ),
      (String(repeating: "x", count: 41), "The name is too long. Use at most 40 characters."),
      ("a\nb", "A device name cannot contain control characters or line breaks."),
      ("desk", "Another device is already called “desk”."),
    ] {
      let refused = try other.run("sync", "rename", name, expecting: 1)
      #expect(refused.errors.contains(sentence))
    }
    #expect(try other.run("sync", "status").output.hasPrefix("This is “desk-2”"))
    let third = try ConsoleDevice("third")
    #expect(
      try third.run("sync", "init", "--servers", server.url, "--name", "3", expecting: 1).errors
        .contains("is a number"))
  }

  @Test(arguments: Engine.installed)
  func `a follower that is killed continues where it stopped`(engine: Engine) throws {
    let server = try engine.server()
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    let lines = (0..<300).map { "bookmark https://\($0).example\n" }.joined()
    try Data(lines.utf8).write(to: devices[0].folder.url.appending(path: "lines"))
    let desk = try devices[0].follow()
    let written = ThreadRun { [desk = devices[0]] in try desk.run("source", "lines").status }
    for number in 0..<4 {
      let phone = try devices[1].follow()
      // The other bookmarks may have arrived together.
      try devices[0].run("bookmark", "https://more-\(number).example")
      try phone.read(upTo: "Received ")
      try phone.end(by: SIGKILL)
    }
    #expect(try written.value() == 0)
    try desk.end(by: SIGKILL)
    for device in devices + devices { try device.run("sync") }
    #expect(try devices[0].bookmarks == devices[1].bookmarks)
    #expect(try devices[1].bookmarks.contains("https://299.example"))
    #expect(try devices[1].run("verify").status == 0)
  }

  @Test func `a server runs with its generated configuration`() throws {
    let desk = try ConsoleDevice("desk")
    let answer = try #require(
      JSONSerialization.jsonObject(
        with: desk.run("--json", "sync", "server", "127.0.0.1").outputBytes) as? [String: Any])
    let json = try #require(answer["server"] as? [String: Any])
    let addresses = try #require(json["servers"] as? String)
    let files = try #require(json["files"] as? [[String: String]])
    let text = try #require(files.first?["text"])
    let server = try NATSServer(configuration: text)
    let own = addresses.replacing(":4222", with: ":\(server.port)")
    try desk.run("sync", "init", "--servers", own, "--name", "desk")
    #expect(!(try desk.run("sync", "status").output.contains("retrace:")))
    let other = try ConsoleDevice("other")
    try other.run("sync", "join", desk.invitation(), "--name", "other")
    let stranger = try ConsoleDevice("stranger")
    let refused = try stranger.run("sync", "init", "--servers", server.url, expecting: 1)
    #expect(refused.errors.contains("rejected the login"))
  }

  @Test(
    .enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.skipped)))
  func `the printed SQL creates the database`() throws {
    let server = try PostgreSQLServer(
      access: """
        host retrace all 127.0.0.1/32 scram-sha-256
        host all all 127.0.0.1/32 trust

        """)
    let place = "127.0.0.1:\(server.port)"
    let desk = try ConsoleDevice("desk")
    let script = try desk.run("sync", "server", "postgresql://\(place)?sslmode=prefer").output
    for line in script.split(separator: "\n") { try server.sql(String(line)) }
    let begin = try #require(script.firstMatch(of: /\n-- (postgresql:.*)\n$/))
    #expect(
      try desk.run("sync", "init", "--servers", String(begin.1), "--name", "desk").status == 0)
    let password = try #require(begin.1.firstMatch(of: /^postgresql:\/\/retrace:(.*)@/)?.1)
    #expect(begin.1 == "postgresql://retrace:\(password)@\(place)/retrace?sslmode=prefer")
    #expect(
      try desk.run("sync", "status").output.hasPrefix(
        "This is “desk”, shared with no other device yet through postgresql://\(place)/retrace.\n"))
    #expect(!(try desk.run("--json", "sync", "status").output.contains(password)))

    let other = try ConsoleDevice("other")
    try other.run("sync", "join", desk.invitation(), "--name", "other")
    #expect(!(try other.run("sync", "status").output.contains(password)))
    let refused = try ConsoleDevice("stranger").run(
      "sync", "init", "--servers", "postgresql://retrace:wrong@\(place)/retrace", expecting: 1)
    #expect(
      refused.errors.contains(
        "postgresql://\(place)/retrace rejected the login: the name or password is wrong."))
    #expect(!refused.errors.contains("retrace:wrong"))
    for wrong in ["postgresql:///retrace", "postgresql://one/a'b", "postgresql://M@one/b"] {
      #expect(
        try desk.run("sync", "server", wrong, expecting: 1).errors.contains("Name one database"))
    }
  }

  @Test func `the SQL creates the role that the address names`() throws {
    let desk = try ConsoleDevice("desk")
    let script = try desk.run("sync", "server", "postgresql://me@one.example/sessions").output
    let password = try #require(script.firstMatch(of: /PASSWORD '(.*)'/)?.1)
    #expect(
      script == """
        -- On one.example, by the user postgres: psql -v ON_ERROR_STOP=1
        CREATE ROLE "me" LOGIN PASSWORD '\(password)';
        CREATE DATABASE "sessions" OWNER "me";
        -- Then run “retrace sync init” on the first device. It asks for this:
        -- postgresql://me:\(password)@one.example/sessions

        """)
    let refused = try desk.run(
      "sync", "server", "postgresql://me:typed@one.example", expecting: 1)
    #expect(
      refused.errors.contains("Leave the password out of the address. A new one is generated."))
    #expect(!refused.errors.contains("typed"))
  }

  @Test func `three servers run with their generated configurations`() throws {
    let desk = try ConsoleDevice("desk")
    let answer = try #require(
      JSONSerialization.jsonObject(
        with: desk.run("--json", "sync", "server", "a.example", "b.example", "c.example")
          .outputBytes) as? [String: Any])
    let json = try #require(answer["server"] as? [String: Any])
    let files = try #require(json["files"] as? [[String: String]])
    #expect(files.map { $0["host"] } == ["a.example", "b.example", "c.example"])
    let servers = try NATSServer.cluster(configurations: files.compactMap { $0["text"] })
    var addresses = try #require(json["servers"] as? String)
    for (host, server) in zip(["a", "b", "c"], servers) {
      addresses.replace("\(host).example:4222", with: "127.0.0.1:\(server.port)")
    }
    try desk.run("sync", "init", "--servers", addresses, "--name", "desk")
    servers[1].kill()
    try desk.run("bookmark", "https://desk.example")
    let other = try ConsoleDevice("other")
    try other.run("sync", "join", desk.invitation(), "--name", "other")
    #expect(try other.bookmarks == desk.bookmarks)
    #expect(try desk.run("sync", "server", "a", "b", expecting: 1).errors.contains("or three"))
    let refused = try desk.run("sync", "server", "nats://me:secret@a.example", expecting: 1).errors
    #expect(refused.contains("“a.example” is not just the name of a computer"))
    #expect(!refused.contains("secret"))
    let numeric = try desk.run("sync", "server", "[::1]").output
    #expect(numeric.contains("listen: \"[::]:4222\""))
    #expect(numeric.contains("\n# nats://retrace:"))
    #expect(numeric.hasSuffix("@[::1]:4222\n"))
  }

  @Test func `a unit makes systemd follow, regardless of the folder's name`() throws {
    let device = try ConsoleDevice("100% “mine”")
    try device.run("open", "a.example")
    let unit = try device.run("sync", "unit").output
    #expect(unit.contains("ExecStart=\"\(URL.builtProgram("retrace-sync").path)\" follow --quiet"))
    #expect(unit.contains("--profile \"\(device.profile)\"\n"))
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/qrencode"),
      "qrencode is not installed; the test that draws a code is skipped."))
  func `a terminal also shows a code as a picture`() throws {
    let server = try NATSServer()
    let desk = try #require(try ConsoleDevice.shared("desk", on: server.url).first)
    #expect(!(try desk.run("sync", "invite").output.contains("█")))
    let terminal = try TerminalProcess(
      URL.builtProgram("retrace").path, ["-p", desk.profile, "sync", "invite"],
      environment: ["PATH": "/usr/bin:/bin"])
    try terminal.expect("\r\nretrace:")
    try terminal.expect("█▀")
    try terminal.expect("gives access to the whole profile.")
    #expect(try terminal.end() == 0)
  }

  @Test func `a missing helper program is reported`() throws {
    let device = try ConsoleDevice("alone")
    let alone = device.folder.url.appending(path: "retrace")
    try URL.copyBuiltProgram("retrace", to: alone)
    let run = try Subprocess.run(
      alone.path, ["-p", device.profile, "sync"], environment: ["PATH": "/nowhere"])
    #expect(run.status == 1)
    #expect(
      run.errors
        == "retrace: The program retrace-sync, which synchronizes devices, is neither next to "
        + "retrace nor on PATH.\n")
  }
}
