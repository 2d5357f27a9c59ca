import RetraceEventLog
import TestSupport
import Testing

@testable import Sync

/// Servers that replace others.
struct ServerMoveTests {
  @Test func `servers that do not have the stream do not replace the previous servers`()
    throws
  {
    let profile = try SharedProfile()
    let desk = profile.devices[0]
    func servers(
      _ name: String, having stream: MemoryStream, _ body: (Synchronization) throws -> Void
    ) throws -> [String]? {
      try body(desk.goOn(on: name) { _ in LyingStream(stream) })
      return try SyncState.read(of: desk.store, in: desk.path)?.servers
    }
    let wrong = try servers("wrong.example", having: MemoryStream()) { moved in
      #expect(throws: SyncError.self) { try moved.exchange() }
    }
    #expect(wrong == ["a.example:4222"])
    #expect(try SyncState.read(of: desk.store, in: desk.path)?.failure == nil)
    #expect(
      try servers("same.example", having: profile.stream) { try $0.exchange() } == ["same.example"])
    #expect(
      try servers("new.example", having: MemoryStream()) { try $0.refill() } == ["new.example"])
  }

  @Test func `an interrupted move to other servers leaves the previous servers unchanged`()
    throws
  {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.keep("of the phone")
    try profile.settle()
    let before = profile.stream.state()
    let other = MemoryStream()
    func open(_ address: StreamAddress) -> any SharedStream {
      address.servers == ["b.example"] ? LyingStream(other) : desk.stream
    }
    desk.whenWriting = { desk.canWriteState = false }
    _ = try desk.goOn(on: "b.example", open)
    #expect(throws: LogError.self) { try desk.sync.refill() }
    desk.whenWriting = {}
    desk.canWriteState = true
    let next = try desk.goOn(open)
    try next.refill()
    #expect(next.syncState.servers == ["b.example"])
    #expect(profile.stream.state() == before)
    #expect(try phone.failure() == nil)
    #expect(other.state().last > 0)
  }
}
