import BrowserModel
import EventCoding
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Records that cannot be read, or only by a newer version.
@Suite struct DamageTests {
  /// Writes a tab, its title, another tab, and its zoom.
  private func sample(_ profile: TestProfile) throws {
    let store = try profile.store()
    let tab = try store.open("http://a.example/")
    try store.perform(.reportTitle(tab, "A"))
    try store.open("http://b.example/")
    try store.perform(.zoomDefault(ZoomLevel(percent: 125)))
  }

  @Test(arguments: [
    [UInt8](), [0xFF], [0x0D, 0, 0, 0, 0, 0x10, 0x01], Array(repeating: 0x5A, count: 5_000),
  ])
  func `a damaged record in the middle is named and the rest is used`(
    _ garbage: [UInt8]
  ) throws {
    let profile = try TestProfile()
    try sample(profile)
    var events: [Event] = []
    do {
      let store = try profile.store()
      events = try store.events()
      let bytes = garbage.isEmpty ? try store.records()[0] : garbage
      try store.log.write { writer in
        try writer.rewrite(at: 3, with: bytes)
      }
    }
    let store = try profile.store()
    #expect(store.timeline.damaged == [EventID(3)])
    #expect(
      try store.readState() == NaiveTimeline(events.filter { $0.sequence != EventID(3) }).state)
    #expect(store.browser.tabCount == 2)
    #expect(try store.events().map(\.sequence.rawValue) == [1, 2, 4, 5])
  }

  @Test func `a profile with a damaged record can be written`() throws {
    let profile = try TestProfile()
    try sample(profile)
    do {
      let store = try profile.store()
      try store.log.write { writer in
        try writer.rewrite(at: 3, with: [0xFF])
      }
    }
    var left: ProfileState?
    do {
      let store = try profile.store()
      let tab = try store.open("http://c.example/")
      try store.perform(.closeTabs([tab]))
      try store.undo()
      #expect(store.timeline.damaged == [EventID(3)])
      left = try store.readState()
    }
    let store = try profile.store()
    #expect(try store.readState() == left)
    #expect(store.browser.tabCount == 3)
    #expect(store.timeline.damaged == [EventID(3)])
  }

  @Test func `a damaged undo is reported, and the action that it reverted takes effect again`()
    throws
  {
    let profile = try TestProfile()
    try sample(profile)
    do {
      let store = try profile.store()
      try store.undo()
      #expect(store.browser.zoom.default == .actual)
      try store.log.write { writer in
        try writer.rewrite(at: 6, with: [0xFF])
      }
    }
    let store = try profile.store()
    #expect(store.timeline.damaged == [EventID(6)])
    #expect(store.browser.zoom.default == ZoomLevel(percent: 125))
  }

  /// Returns a log whose state was stored before one of its records was damaged.
  private func damagedBehindState(_ event: EventID) throws -> TestProfile {
    let profile = try TestProfile()
    do {
      let store = try profile.store()
      for number in 1...2_400 { try store.open("http://\(number).example/") }
    }
    #expect(try profile.store().openedAt > event)
    try profile.store().log.write { writer in
      try writer.rewrite(at: UInt64(event.rawValue), with: [0xFF])
    }
    return profile
  }

  @Test func `reading a text of a damaged event reports the damage`() throws {
    let profile = try damagedBehindState(EventID(78))
    let store = try profile.store()
    #expect(store.openedAt > EventID(78))
    #expect(store.damagedEvents.isEmpty)
    let texts = try store.read { [$0.text(.url, of: EventID(77)), $0.text(.url, of: EventID(78))] }
    #expect(texts == ["http://76.example/", nil])
    #expect(store.damagedEvents.prefix(9) == [EventID(78)])
    // An event without this kind of text is not damaged.
    #expect(try store.read { $0.text(.title, of: EventID(80)) } == nil)
    #expect(try store.read { $0.text(.url, of: EventID(1_000_000)) } == nil)
    #expect(store.damagedEvents.count == 1)
  }

  @Test func `data derived without a damaged event is marked for all processes`() throws {
    let profile = try damagedBehindState(EventID(78))
    do {
      let store = try profile.store()
      var query = PageQuery()
      query.typed = "77.example"
      #expect(try store.pages(query).isEmpty)
      #expect(store.damagedEvents.prefix(9) == [EventID(78)])
    }
    // The index lacks the page, and the next process that opens the profile does not rebuild it.
    for _ in 1...2 {
      let store = try profile.store()
      #expect(store.damagedEvents.prefix(9) == [EventID(78)])
      try store.log.compact()
    }
  }

  @Test func `a damaged list of damaged events is ignored`() throws {
    let profile = try TestProfile()
    try sample(profile)
    let far = [UInt8](repeating: 0, count: 7) + [3] + [UInt8](repeating: 0xFF, count: 8)
    try profile.store().log.write { writer in
      try writer.setCheckpoint([0, 2], far)
    }
    #expect(try profile.store().damagedEvents.isEmpty)
  }

  @Test func `events of a newer version are preserved, and nothing is written after them`() throws {
    let profile = try TestProfile()
    try sample(profile)
    do {
      let store = try profile.store()
      try append(SealedRecord.unknown(kind: 119, sequence: EventID(6)), to: store.log)
      // An open store finds the event before it decides an action.
      try expectOnlyReadable(store)
    }
    let store = try profile.store()
    try expectOnlyReadable(store)
    #expect(store.browser.tabCount == 2)
    #expect(store.timeline.damaged.isEmpty)
    #expect(store.timeline.unknownCount == 1)
    #expect(try store.events().last?.body == .unknown(kind: 119))
    #expect(try store.records().count == 6)
  }

  /// The effect of an unknown event is unknown, and so is the effect of its undo.
  @Test func `an event of a newer version counts even if it was undone`() throws {
    let store = try Store.inMemory()
    try store.open()
    try append(SealedRecord.unknown(kind: 119, sequence: EventID(3)), to: store.log)
    var undo = BatchNamed()
    undo.batch = BatchID(3)
    var encoder = EventEncoder()
    let event = Event(
      sequence: EventID(4), batch: BatchID(4), milliseconds: 0, body: .time(.undone(undo)))
    encoder.encode(event, words: [])
    try append(Array(encoder.bytes), to: store.log)
    try expectOnlyReadable(store)
    #expect(store.timeline.undoneBatches == [BatchID(3)])
  }

  private func expectOnlyReadable(_ store: Store) throws {
    let attempts: [() throws -> Void] = [
      { _ = try store.open() }, { _ = try store.undo() },
      { _ = try store.perform(all: [.openWindow()]) },
    ]
    for attempt in attempts {
      let refused = try refusal(attempt)
      #expect(refused?.code == .notAllowed)
      #expect(refused?.message.contains("newer version") == true)
    }
  }

  private func append(_ record: [UInt8], to log: EventLog) throws {
    _ = try log.write { writer in try writer.append(record) }
  }
}
