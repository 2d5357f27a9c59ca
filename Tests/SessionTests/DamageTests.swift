import BrowserModel
import EventCoding
import EventLog
import Session
import TestSupport
import Testing
import Timeline

/// Records that cannot be read, or only by a newer version.
@Suite struct DamageTests {
  /// A tab, its title, another tab, its zoom.
  private func sample(_ profile: TestProfile) throws {
    let session = try profile.session()
    let tab = try session.open("http://a.example/")
    try session.perform(.reportTitle(tab, "A"))
    try session.open("http://b.example/")
    try session.perform(.zoomDefault(ZoomLevel(percent: 125)))
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
      let session = try profile.session()
      events = try session.events()
      let bytes = garbage.isEmpty ? try session.records()[0] : garbage
      try session.log.write { (writer) throws(LogFailure) in
        try writer.rewrite(at: 3, with: bytes)
      }
    }
    let session = try profile.session()
    #expect(session.timeline.damaged == [EventID(3)])
    #expect(
      session.browser == NaiveTimeline(events.filter { $0.sequence != EventID(3) }).browser)
    #expect(session.browser.tabCount == 2)
    #expect(try session.events().map(\.sequence.rawValue) == [1, 2, 4, 5])
  }

  @Test func `a profile with a damaged record can be written`() throws {
    let profile = try TestProfile()
    try sample(profile)
    do {
      let session = try profile.session()
      try session.log.write { (writer) throws(LogFailure) in
        try writer.rewrite(at: 3, with: [0xFF])
      }
    }
    var left: Browser?
    do {
      let session = try profile.session()
      let tab = try session.open("http://c.example/")
      try session.perform(.closeTabs([tab]))
      try session.undo()
      #expect(session.timeline.damaged == [EventID(3)])
      left = session.browser
    }
    let session = try profile.session()
    #expect(session.browser == left)
    #expect(session.browser.tabCount == 3)
    #expect(session.timeline.damaged == [EventID(3)])
  }

  @Test func `a damaged undo is named, and what it took is there again`() throws {
    let profile = try TestProfile()
    try sample(profile)
    do {
      let session = try profile.session()
      try session.undo()
      #expect(session.browser.zoom.default == .actual)
      try session.log.write { (writer) throws(LogFailure) in
        try writer.rewrite(at: 6, with: [0xFF])
      }
    }
    let session = try profile.session()
    #expect(session.timeline.damaged == [EventID(6)])
    #expect(session.browser.zoom.default == ZoomLevel(percent: 125))
  }

  @Test func `events of a newer version are kept and nothing is written behind them`() throws {
    let profile = try TestProfile()
    try sample(profile)
    do {
      let session = try profile.session()
      try append(SealedRecord.unknown(kind: 119, sequence: EventID(6)), to: session.log)
      // The session that is open finds it before it decides anything.
      try expectOnlyReadable(session)
    }
    let session = try profile.session()
    try expectOnlyReadable(session)
    #expect(session.browser.tabCount == 2)
    #expect(session.timeline.damaged.isEmpty)
    #expect(session.timeline.unknownCount == 1)
    #expect(try session.events().last?.body == .unknown(kind: 119))
    #expect(try session.records().count == 6)
  }

  /// What an event does that is not known, its undo may do as well.
  @Test func `an event of a newer version counts even where it was undone`() throws {
    let session = try Session.inMemory()
    try session.open()
    try append(SealedRecord.unknown(kind: 119, sequence: EventID(3)), to: session.log)
    var undo = BatchNamed()
    undo.batch = EventID(3)
    var encoder = EventEncoder()
    let event = Event(
      sequence: EventID(4), batch: EventID(4), milliseconds: 0, body: .time(.undone(undo)))
    encoder.encode(event, words: [])
    try append(Array(encoder.bytes), to: session.log)
    try expectOnlyReadable(session)
    #expect(session.timeline.undoneBatches == [EventID(3)])
  }

  private func expectOnlyReadable(_ session: Session) throws {
    let attempts: [() throws -> Void] = [
      { _ = try session.open() }, { _ = try session.undo() },
      { _ = try session.perform(all: [.openWindow()]) },
    ]
    for attempt in attempts {
      let refused = try refusal(attempt)
      #expect(refused?.code == .notAllowed)
      #expect(refused?.message.contains("newer version") == true)
    }
  }

  private func append(_ record: [UInt8], to log: EventLog) throws {
    _ = try log.write { (writer) throws(LogFailure) in try writer.append(record) }
  }
}
