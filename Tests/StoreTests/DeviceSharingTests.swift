import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Profiles on disk that exchange events through a stream, which the test delivers.
struct DeviceSharingTests {
  @Test func `bookmarks arrive on the other device, and open tabs are visible there`() throws {
    let (desk, phone, stream) = try SharingDevice.joined()
    #expect(stream.map(\.device) == [1, 1, 2])
    #expect(try phone.titles() == ["from before"])
    let tab = try phone.store.open("http://phone.example/")
    _ = try phone.add("from the phone")
    _ = try desk.add("from the desk")
    // The phone's batches come first.
    let next = try phone.sharing.batches() + desk.sharing.batches()
    try desk.sharing.receive(next)
    try phone.sharing.receive(next)
    // Each bookmark was moved after the previous one, and the desk's move is later.
    #expect(try desk.titles() == ["from before", "from the desk", "from the phone"])
    #expect(try phone.titles() == ["from before", "from the desk", "from the phone"])
    #expect(desk.store.browser.tabs.isEmpty)
    let seen = try desk.store.log.read { reader in
      try desk.store.timeline.device(2, reader)?.browser
    }
    let shown = try #require(seen)
    #expect(shown.tabs.count == 1)
    let url = try desk.store.read { shown.url(of: shown.tabs[0], text: $0) }
    #expect(url == "http://phone.example/")
    #expect(phone.store.browser.tab(tab) != nil)
    #expect(try desk.sharing.batches() == [])
    let names = try desk.store.read { words in
      desk.store.timeline.devices.map { words.text(.name, of: $0.named) ?? "" }
    }
    #expect(names == ["desk", "phone"])
  }

  @Test func `a record damaged on this device does not make the log a copy of another`() throws {
    let (desk, phone, stream) = try SharingDevice.joined()
    let own = try #require(stream.last { $0.device == 1 })
    #expect(try desk.sharing.isOwn(own))
    #expect(try phone.sharing.isOwn(own) == false)
    try desk.store.log.write { writer in
      try writer.rewrite(at: UInt64(own.last.rawValue), with: [0xFF])
    }
    #expect(try desk.sharing.isOwn(own))
  }

  @Test func `if the order is lost twice, the same order is sent again`() throws {
    let (desk, phone, stream) = try SharingDevice.joined()
    _ = try phone.add("from the phone")
    let first = try phone.sharing.batches()
    try desk.sharing.receive(first)
    _ = try desk.add("behind it")
    let second = try desk.sharing.batches()
    try desk.sharing.receive(second)
    for _ in 0..<3 {
      try desk.sharing.loseOrder()
      #expect(try desk.sharing.batches() == stream + first + second)
    }
  }

  @Test func `batches that arrive again are skipped`() throws {
    let (desk, phone, stream) = try SharingDevice.joined()
    let (before, other) = (desk.store.timeline.position, phone.store.timeline.position)
    try desk.sharing.receive(stream)
    try phone.sharing.receive(stream)
    #expect(desk.store.timeline.position == before)
    #expect(phone.store.timeline.position == other)
  }

  @Test func `a restarted program and another program continue`() throws {
    let (desk, phone, _) = try SharingDevice.joined()
    _ = try phone.add("one")
    let next = try phone.sharing.batches()
    var fresh = DeviceSharing(of: desk.store)
    try fresh.receive(next)
    #expect(try fresh.batches() == [])
    #expect(try desk.sharing.batches() == [])
    let other = try SharingDevice()
    try other.sharing.join(as: 3, named: "tablet")
    #expect(throws: Refusal.self) { try other.sharing.join(as: 4, named: "tablet") }
    #expect(other.sharing.device?.number == 3)
  }

  @Test func `consecutive own batches are accepted by one event, each at its position`()
    throws
  {
    let (desk, phone, _) = try SharingDevice.joined()
    func acceptances() throws -> [EventID] {
      try desk.store.events().compactMap { event in
        guard case .device(.accepted(let body)) = event.body, event.device == 0 else { return nil }
        return body.through
      }
    }
    let before = try acceptances().count
    let own = try (1...4).map { try desk.add("\($0)").event }
    _ = try phone.add("between")
    let (told, between) = (try desk.sharing.batches(), try phone.sharing.batches())
    let stream = told[..<3] + between + told[3...]
    try desk.sharing.receive(Array(stream))
    try phone.sharing.receive(Array(stream))
    #expect(try acceptances().dropFirst(before) == [own[2], own[3]])
    #expect(try desk.sharing.batches() == [])
    #expect(try desk.titles() == phone.titles())
  }

  @Test func `a bookmark in a folder removed by another device goes to the parent folder`() throws {
    let (desk, phone, _) = try SharingDevice.joined()
    let made = try desk.store.perform(.addBookmark(NewBookmark(.folder, title: "folder")))
    let folder = BookmarkID(made.events[0].sequence)
    let told = try desk.sharing.batches()
    try desk.sharing.receive(told)
    try phone.sharing.receive(told)
    try desk.store.perform(.removeBookmark(folder, all: true))
    let there = try #require(
      try phone.store.readState().library.bookmarks.all.first { $0.kind == .folder })
    _ = try phone.add("inside", to: there.id)
    let next = try desk.sharing.batches() + phone.sharing.batches()
    try desk.sharing.receive(next)
    try phone.sharing.receive(next)
    #expect(try desk.titles() == ["from before", "inside"])
    #expect(try phone.titles() == ["from before", "inside"])
  }

  @Test func `a library change of another device can be undone by number, a window change cannot`()
    throws
  {
    let (desk, phone, _) = try SharingDevice.joined()
    try phone.store.open("http://phone.example/")
    _ = try phone.add("by mistake")
    let told = try phone.sharing.batches()
    try desk.sharing.receive(told)
    try phone.sharing.receive(told)
    let newest = desk.store.timeline.position
    try desk.store.undo(event: newest)
    #expect(try desk.titles() == ["from before"])
    #expect(throws: Refusal.self) { try desk.store.undo(event: newest.advanced(by: -1)) }
    let undone = try desk.sharing.batches()
    try phone.sharing.receive(undone)
    #expect(try phone.titles() == ["from before"])
    #expect(phone.store.browser.tabs.count == 1)
  }

  @Test func `a batch that was damaged in transit is rejected, and nothing is written`() throws {
    let (desk, phone, _) = try SharingDevice.joined()
    _ = try phone.add("one")
    _ = try phone.add("two")
    let batches = try phone.sharing.batches()
    var bytes = batches[1].records[0].bytes
    bytes[bytes.count - 1] ^= 1
    let record = SharedBatch.Record(sequence: batches[1].records[0].sequence, bytes: bytes)
    let damaged = SharedBatch(device: 2, records: [record], origins: batches[1].origins)
    let before = desk.store.timeline.position
    #expect(throws: Refusal.self) { try desk.sharing.receive([batches[0], damaged]) }
    #expect(desk.store.timeline.position == before)
    #expect(try desk.titles() == ["from before"])
    try desk.sharing.receive(batches)
    #expect(try desk.titles() == ["from before", "one", "two"])
  }
}
