import Foundation
import TestSupport
import Testing

/// Servers whose disks are full or lose the newest data, while devices continue.
@Suite(
  .enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)),
  .timeLimit(.minutes(30)))
struct ServerDiskTests {
  @Test(.enabled(if: SmallDisk.isAllowed, "Disks cannot be mounted here; the test is skipped."))
  func `a server without space reports this, and continues when space is available`() throws {
    let server = try NATSServer()
    server.kill()
    let disk = try SmallDisk(at: server.store, megabytes: 2)
    try server.start()
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    let follower = try devices[0].follow()
    try follower.read(upTo: "continuously. Press Ctrl-C to stop.\n")
    let written = try devices[0].bookmarkLong(2_500)
    let sentence = "\(server.url) has no space left (free some, and restart the server)."
    try follower.read(upTo: sentence)
    server.stop()
    try disk.grow(toMegabytes: 64)
    try server.start()
    try follower.read(upTo: "Syncing works again.\n")
    #expect(try follower.end(by: SIGTERM) == 0)
    for device in devices + devices { try device.run("sync") }
    #expect(try devices[0].bookmarks == devices[1].bookmarks)
    #expect(try devices[1].addresses.sorted() == written.sorted())
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "Disks cannot be mounted here; the test is skipped."))
  func `a device without space reports this, and continues when space is available`() throws {
    let server = try NATSServer()
    let (desk, phone) = (
      try #require(try ConsoleDevice.shared("desk", on: server.url).first),
      try ConsoleDevice("phone")
    )
    let disk = try SmallDisk(at: phone.folder.path, megabytes: 64)
    try phone.run("sync", "join", desk.invitation(), "--name", "phone")
    let follower = try phone.follow()
    try follower.read(upTo: "continuously. Press Ctrl-C to stop.\n")
    try disk.fill()
    // These bookmarks do not fit into unused pages of the phone's log.
    let written = try desk.bookmarkLong(200)
    try desk.run("sync")
    try follower.read(upTo: "Retrying until it works.\n")
    try disk.makeRoom()
    try follower.read(upTo: "Syncing works again.\n")
    #expect(try follower.end(by: SIGTERM) == 0)
    #expect(try desk.bookmarks == phone.bookmarks)
    #expect(try phone.addresses.sorted() == written.sorted())
  }

  @Test(.enabled(if: LongRun.takesMinutes, "Devices wait for a minute; RETRACE_MINUTES=1 runs it."))
  func `acknowledged messages that a server has lost are sent again`() throws {
    let server = try NATSServer()
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    func write(_ word: String) throws {
      for device in devices { try device.run("bookmark", "https://\(device.name).example/\(word)") }
      for device in devices + devices { try device.run("sync") }
    }
    try write("kept")
    let former = try server.copyOfStore()
    try write("lost")
    server.kill()
    try server.putBack(former)
    try server.start()
    // One device had read the lost end. Another device must refill it, although it has as many
    // events to send.
    try devices[0].run("bookmark", "https://desk.example/later")
    let failed = try devices[0].run("sync", expecting: 1)
    #expect(failed.errors.contains("The servers currently have fewer messages"))
    // A follower detects this after a minute.
    let follower = try devices[0].follow()
    try follower.read(upTo: "The servers have lost the end of the stream")
    _ = try follower.end(by: SIGTERM)
    #expect(
      try devices[0].run("sync", "refill").output.hasPrefix(
        "The servers again have everything that this device has."))
    for device in devices + devices { try device.run("sync") }
    #expect(try devices[0].bookmarks == devices[1].bookmarks)
    let words = ["kept", "lost"].flatMap { word in
      devices.map { "https://\($0.name).example/\(word)" }
    }
    #expect(
      try devices[1].addresses.sorted() == (words + ["https://desk.example/later"]).sorted())
  }

  @Test(
    .enabled(
      if: LongRun.takesMinutes, "Devices look for servers that are gone; RETRACE_MINUTES=1 runs it."
    ))
  func `two of three servers restore the lost end of the stream on the third`() throws {
    let servers = try NATSServer.cluster()
    let devices = try ConsoleDevice.shared(
      "desk", "phone", on: servers.map(\.url).joined(separator: ","))
    var words: [String] = []
    func write(_ word: String) throws {
      for device in devices {
        words.append("https://\(device.name).example/\(word)")
        try device.run("bookmark", words[words.count - 1])
        try waitUntil { try device.run("sync", expecting: nil).status == 0 }
      }
    }
    for (index, server) in servers.enumerated() {
      try write("kept-\(index)")
      let former = try server.copyOfStore()
      try write("lost-\(index)")
      server.kill()
      try write("meanwhile-\(index)")
      try server.putBack(former)
      try server.start()
      try write("later-\(index)")
    }
    for device in devices { try device.run("sync") }
    #expect(try devices[0].bookmarks == devices[1].bookmarks)
    #expect(try devices[1].addresses.sorted() == words.sorted())
  }
}

extension ConsoleDevice {
  /// Adds bookmarks with addresses of about a thousand characters, and returns the addresses.
  func bookmarkLong(_ count: Int) throws -> [String] {
    let padding = String(repeating: "x", count: 1_000)
    let addresses = (0..<count).map { "https://\($0).example/\(padding)" }
    let lines = addresses.map { "bookmark \($0)\n" }.joined()
    try Data(lines.utf8).write(to: folder.url.appending(path: "lines"))
    try run("source", "lines")
    return addresses
  }
}

extension NATSServer {
  /// Copies the data on the server's disk, which is less than the server will have acknowledged
  /// later.
  func copyOfStore() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    // Files appear and disappear while the server runs.
    try waitUntil {
      try? FileManager.default.removeItem(atPath: copy.path + "/store")
      return (try? FileManager.default.copyItem(atPath: store, toPath: copy.path + "/store")) != nil
    }
    return copy
  }

  /// Restores an earlier state of the disk for the next start.
  func putBack(_ copy: TemporaryFolder) throws {
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.copyItem(atPath: copy.path + "/store", toPath: store)
  }
}
