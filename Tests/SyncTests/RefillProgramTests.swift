import Foundation
import TestSupport
import Testing

@testable import Sync

/// Real servers lose their data, and the console refills them.
@Suite(
  .enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)),
  .timeLimit(.minutes(30)))
struct RefillProgramTests {
  @Test func `a server that has lost its disk is refilled`() throws {
    let server = try NATSServer()
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    let (desk, phone) = (devices[0], devices[1])
    try phone.run("open", "https://tab.example")
    for device in devices + devices {
      try device.run("bookmark", "https://\(device.name).example")
      try device.run("sync")
    }
    let follower = try phone.follow()
    try follower.read(upTo: "continuously. Press Ctrl-C to stop.\n")
    try server.loseDisk()
    try phone.run("bookmark", "https://meanwhile.example")

    let failed = try desk.run("sync", expecting: 1)
    #expect(failed.errors.contains("does not have the stream of this profile."))
    #expect(failed.errors.contains("“sync refill” refills the servers."))
    let filled = try desk.run("sync", "refill").output
    #expect(filled.hasPrefix("The servers again have everything that this device has."))
    try follower.read(upTo: "Syncing works again.\n")
    try waitUntil {
      try desk.run("sync")
      return try desk.bookmarks == phone.bookmarks
    }
    #expect(try desk.bookmarks.contains("https://meanwhile.example"))
    #expect(try follower.end(by: SIGTERM) == 0)
    #expect(
      try desk.run("sync", "refill").output == "The servers have everything that this device has.\n"
    )

    let attic = try ConsoleDevice("attic")
    try attic.run("sync", "join", desk.invitation(), "--name", "attic")
    #expect(try attic.bookmarks == desk.bookmarks)
    #expect(try attic.run("tabs", "--device", "phone").output.contains("tab.example"))
    for device in devices { #expect(try device.run("verify").status == 0) }
  }

  @Test
  func `servers that are unreachable or deny access do not replace working ones`()
    throws
  {
    let server = try NATSServer()
    let desk = try #require(try ConsoleDevice.shared("desk", on: server.url).first)
    let wrong = try NATSServer.freePort()
    #expect(
      try desk.run("sync", "refill", "--servers", "nats://127.0.0.1:\(wrong)", expecting: 1).errors
        .contains("cannot be reached"))
    #expect(try desk.run("sync", "status").output.contains(" through \(server.url).\n"))
    #expect(try desk.run("sync").status == 0)
  }

  @Test
  func `a message of maximum size that no device wrote is reported`()
    throws
  {
    let server = try NATSServer(extra: "max_payload: 64MB, max_pending: 256MB")
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    try devices[0].run("bookmark", "https://desk.example")
    try devices[0].run("sync")
    let syncState = try #require(try SyncState.read(in: devices[0].profile))
    let stream = try JetStream(syncState.streamName, on: [server.url])
    let last = try stream.state().last
    // In files, JetStream stores up to 32 MiB.
    let bytes = Array("Rt".utf8) + [UInt8](repeating: 1, count: 31 << 20)
    let outcome = try stream.append(bytes, id: "of nobody", after: last)
    #expect(outcome == .appended(at: last + 1), "\(outcome)")
    try devices[1].run("bookmark", "https://phone.example")
    let failed = try devices[1].run("sync", expecting: 1)
    #expect(
      failed.errors
        == "retrace: The message at position \(last + 1) of the stream is encrypted with a key that is not valid "
        + "there.\n")
    // The messages before this message were applied.
    #expect(
      try devices[1].addresses.sorted() == ["https://desk.example/", "https://phone.example/"])
    try devices[1].run("sync", "refill")
    try devices[0].run("sync")
    #expect(try devices[0].bookmarks == devices[1].bookmarks)
  }

  @Test func `a profile moves to another server`() throws {
    let (old, new) = (try NATSServer(), try NATSServer())
    let devices = try ConsoleDevice.shared("desk", "phone", on: old.url)
    try devices[1].run("bookmark", "https://phone.example")
    try devices[1].run("sync")
    old.kill()
    try devices[0].run("bookmark", "https://desk.example")
    for device in devices {
      let said = try device.run("sync", "refill", "--servers", new.url).output
      #expect(said.hasPrefix("These servers have everything that this device has. Run"))
    }
    let said = try devices[0].run("sync", "refill", "--servers", new.url).output
    #expect(said == "The servers have everything that this device has.\n")
    #expect(
      try devices[0].run("sync", "refill", "--servers", "", expecting: 1).errors
        .contains("No line of standard input contains the addresses of the servers."))
    #expect(try devices[0].bookmarks == devices[1].bookmarks)
    for device in devices {
      #expect(try device.bookmarks.contains("https://desk.example"))
      #expect(try device.bookmarks.contains("https://phone.example"))
      #expect(try device.run("sync", "status").output.contains(" through \(new.url).\n"))
    }
  }

  @Test func `three servers continue when one loses its disk, and are refilled when all do`() throws
  {
    let servers = try NATSServer.cluster()
    let devices = try ConsoleDevice.shared(
      "desk", "phone", on: servers.map(\.url).joined(separator: ","))
    func exchange(_ word: String) throws {
      for device in devices {
        try device.run("bookmark", "https://\(device.name).example/\(word)")
        // The servers may not answer until they have elected a leader.
        try waitUntil { try device.run("sync", expecting: nil).status == 0 }
      }
    }
    try servers[0].loseDisk()
    try exchange("one-disk-lost")
    // While another server is stopped, the server with the new disk is needed.
    servers[1].kill()
    try exchange("one-away")
    try servers[1].start()
    for device in devices { try device.run("sync") }
    #expect(try devices[0].bookmarks == devices[1].bookmarks)

    for server in servers { server.kill() }
    for server in servers { try server.loseDisk() }
    try devices[0].run("bookmark", "https://last.example")
    try waitUntil { try devices[0].run("sync", "refill", expecting: nil).status == 0 }
    try waitUntil { try devices[1].run("sync", expecting: nil).status == 0 }
    #expect(try devices[0].bookmarks == devices[1].bookmarks)
    #expect(try devices[1].bookmarks.contains("https://last.example"))
  }

  @Test func `an absent server of three is reported until it is back`() throws {
    let servers = try NATSServer.cluster()
    let desk = try #require(
      try ConsoleDevice.shared("desk", on: servers.map(\.url).joined(separator: ",")).first)
    let sentence =
      "The server “b” is unreachable. The other servers continue without it, but if another fails, "
      + "syncing stops.\n"
    #expect(!(try desk.run("sync").output.contains("is away")))
    servers[1].kill()
    try waitUntil { try desk.run("sync", expecting: nil).output.hasSuffix(sentence) }
    let json = try JSONSerialization.jsonObject(with: desk.run("--json", "sync").outputBytes)
    let answer = (json as? [String: Any])?["sync"] as? [String: Any]
    #expect(answer?["absentServers"] as? [String] == ["b"])

    let follower = try desk.follow()
    try follower.read(upTo: sentence)
    #expect(try desk.run("sync", "status").output.contains(sentence))
    try servers[1].start()
    try waitUntil {
      try desk.run("bookmark", "https://desk.example")
      return try !desk.run("sync", "status").output.contains("is away")
    }
    try follower.read(upTo: "Syncing works again.\n")
  }
}
