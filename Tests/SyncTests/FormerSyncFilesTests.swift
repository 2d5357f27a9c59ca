import BrowserModel
import Foundation
import RetraceStore
import TestSupport
import Testing

@testable import Sync

/// Profiles of an earlier version, which stored the sync state in files next to the log.
///
/// The fixture contains a desk, a phone, and the messages of their stream. The phone has sent a
/// bookmark that the desk has not read. The desk has added a bookmark that it has not sent, and has
/// forgotten a site without sending the request.
struct FormerSyncFilesTests {
  private let stream = MemoryStream()
  private let desk: SharedDevice
  private let phone: SharedDevice
  private let profile: SharedProfile

  init() throws {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/SyncFiles")
    for line in try String(contentsOf: fixture.appending(path: "stream"), encoding: .utf8)
      .split(separator: "\n")
    {
      let fields = line.split(separator: " ")
      let bytes = try #require(Data(base64Encoded: String(fields[2])))
      let position = try #require(UInt64(fields[0]))
      // Invitations were erased.
      while let end = Optional(stream.state().last), end + 1 < position {
        _ = stream.append([0], id: "\(end + 1)", after: end)
        stream.erase(end + 1)
      }
      _ = stream.append(Array(bytes), id: "\(position)", after: position - 1)
    }
    desk = try SharedDevice("desk", from: fixture.appending(path: "desk").path, on: stream)
    phone = try SharedDevice("phone", from: fixture.appending(path: "phone").path, on: stream)
    desk.clock += 1_000_000
    phone.clock += 1_000_000
    profile = try SharedProfile([desk, phone], on: stream)
  }

  private func formerFiles(of device: SharedDevice) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: device.path).filter {
      $0 == "sync" || $0.hasPrefix("sync.forget-")
    }
  }

  @Test func `a device that joins again sends the messages that the first stream has lost`() throws
  {
    try phone.exchange()
    let tablet = try SharedDevice("tablet", on: stream)
    try tablet.join(phone.sync.invite())
    for device in [tablet, phone] { try device.exchange() }
    let end = stream.state().last
    try tablet.keep("of the tablet")
    for device in [tablet, phone] { try device.exchange() }
    let backup = try SharedDevice(backupOf: phone, on: stream)
    stream.lose(after: end)
    try backup.join(desk.sync.invite())
    try backup.exchange()
    #expect(stream.messages.contains { $0.bytes[2] == 2 })
    let others = try SharedProfile([desk, backup], on: stream)
    try others.settle()
    try others.expectAgreement()
    #expect(try desk.titles().contains("of the tablet"))
  }

  @Test func `the files are moved into the log, and the devices continue`() throws {
    #expect(try formerFiles(of: desk).count == 2)
    let status = try #require(try Synchronization.status(of: desk.store, in: desk.path))
    #expect(status.number == 1 && status.waitingBatches > 0)
    #expect(status.devices.map(\.isToForget) == [false, true])
    #expect(try formerFiles(of: desk).count == 2)
    try profile.expectForgotten(
      "gone.example", leaving: ["of the desk", "of the phone", "unread", "unsent"])
    for device in profile.devices {
      #expect(try formerFiles(of: device) == [])
      #expect(try SyncState.stored(in: device.store.log)?.bytes == device.sync.syncState.bytes)
    }
  }

  @Test func `the files are moved again if they could not be removed`() throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/copy"
    try FileManager.default.copyItem(atPath: desk.path, toPath: copy)
    _ = try desk.sync
    try desk.crash()
    for name in try FileManager.default.contentsOfDirectory(atPath: copy)
    where name.hasPrefix("sync") {
      let path = desk.path + "/" + name
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: copy + "/" + name, toPath: path)
    }
    _ = try desk.sync
    try desk.crash()
    #expect(try formerFiles(of: desk) == [])
    try profile.expectForgotten(
      "gone.example", leaving: ["of the desk", "of the phone", "unread", "unsent"])
  }

  @Test func `a request is removed if its state was already moved`() throws {
    _ = try desk.sync
    try desk.crash()
    let path = desk.path + "/sync.forget-" + String(repeating: "0", count: 32)
    try Data("old".utf8).write(to: URL(filePath: path))
    #expect(try desk.failure() == nil)
    #expect(try formerFiles(of: desk) == [])
  }

  @Test func `a request stored before the move is sent`() throws {
    try phone.forget(.site("a.example"))
    #expect(try formerFiles(of: phone) == ["sync"])
    try profile.expectForgotten("gone.example", leaving: [])
  }

  @Test func `a file that is not regular is rejected without waiting`() throws {
    let path = desk.path + "/sync"
    try FileManager.default.moveItem(atPath: path, toPath: path + ".elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: path + ".elsewhere")
    #expect(try desk.failure()?.reason == .storage)
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try desk.failure()?.reason == .storage)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".elsewhere", toPath: path)
    #expect(try desk.failure() == nil)
  }

  @Test func `a damaged request is reported once`() throws {
    let name = try #require(try formerFiles(of: desk).first { $0 != "sync" })
    try Data("damaged".utf8).write(to: URL(filePath: desk.path + "/" + name))
    #expect(try desk.failure() == Synchronization.noteIsDamaged)
    #expect(try desk.failure() == nil)
    try profile.settle()
    try profile.expectAgreement()
  }

  @Test func `a backup does not contain the state`() throws {
    try desk.exchange()
    let backup = try SharedDevice(backupOf: desk, on: stream)
    #expect(try SyncState.stored(in: backup.store.log) == nil)
    #expect(try backup.failure()?.reason == .copied)
  }
}
