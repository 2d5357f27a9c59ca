import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// The examples of the documentation, with the same lines.
struct Examples {
  /// Returns a log in which two batches each opened a tab.
  private func twoTabs() throws -> ModelDriver {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    try driver.perform(.open(OpenTab()))
    return driver
  }

  @Test func `a timeline folds a log and has moments`() throws {
    let log = try twoTabs().log
    // example: Timeline
    var timeline = Timeline()
    timeline.catchUp(log)
    let now = timeline.browser.tabs.count
    let then = timeline.moment(.after(EventID(2)), log).browser.tabs.count
    // end
    #expect(now == 2)
    #expect(then == 1)
  }

  @Test func `a moment is the start, after an event, or the present`() throws {
    let driver = try twoTabs()
    let (timeline, log) = (driver.timeline, driver.log)
    // example: Moment
    let before = timeline.moment(.start, log).browser.tabs.count
    let then = timeline.moment(.after(EventID(2)), log).browser.tabs.count
    let now = timeline.moment(.present, log).browser.tabs.count
    // end
    #expect([before, then, now] == [0, 1, 2])
    #expect(timeline.moment(.after(.last), log).browser == timeline.browser)
    #expect(Moment(newest: .nothing) == .start)
  }

  @Test func `a timeline moves from moment to moment`() throws {
    let driver = try twoTabs()
    let (timeline, log) = (driver.timeline, driver.log)
    // example: Timeline.visitMoments(_:through:_:)
    var past = timeline.restarted
    var most = 0
    past.visitMoments(log, through: timeline.position) { _, _, moment in
      most = max(most, moment.browser.tabCount)
      return true
    }
    // end
    #expect(most == 2)
  }

  @Test func `events of other devices have places in a log`() {
    let event = Event(
      sequence: EventID(3), batch: BatchID(3), milliseconds: 0, device: 2, deviceSequence: 7,
      body: .session(.ended))
    // example: DeviceMap
    var map = DeviceMap(of: 1)
    map.note(event)
    let here = map.event(EventOrigin(device: 2, sequence: EventID(7)))
    // end
    #expect(here == EventID(3))
    #expect(map.origin(of: EventID(3)) == EventOrigin(device: 2, sequence: EventID(7)))
    #expect(map.origin(of: EventID(4)) == EventOrigin(device: 1, sequence: EventID(4)))
    #expect(map.event(EventOrigin(device: 2, sequence: EventID(8))) == nil)
  }

  @Test func `tabs that were sent to a device wait to be opened`() throws {
    var body = TabSent()
    body.recipient = 1
    var page = EntryRestored()
    page.isCurrent = true
    let bodies: [DeviceEvent] = [.joined(DeviceJoined()), .sent(body), .sentEntry(page)]
    let events = zip(Int32(3)..., bodies).map { number, body in
      Event(
        sequence: EventID(number), batch: BatchID(min(number, 4)), milliseconds: 0, device: 2,
        deviceSequence: number, body: .device(body))
    }
    // example: SentTabs
    var sent = SentTabs(to: 1)
    for event in events { sent.note(event) }
    let actions = sent.waiting.map { Action.take($0) }
    // end
    let tab = try #require(sent.waiting.first)
    #expect(actions == [.take(tab)])
    #expect(tab.source == EventID(4))
    #expect(tab.entries.count == 1)
    var other = SentTabs(to: 3)
    for event in events { other.note(event) }
    #expect(other.waiting.isEmpty)
  }

  @Test func `an undo is an event that the caller appends`() throws {
    var driver = try twoTabs()
    let (timeline, log) = (driver.timeline, driver.log)
    // example: Timeline.batchToUndo(_:)
    var draft = Draft()
    if let batch = timeline.batchToUndo(log) {
      var undone = BatchNamed()
      undone.batch = batch
      draft.append(.time(.undone(undone)))
    }
    // end
    driver.append(draft)
    #expect(driver.browser.tabs.count == 1)
    #expect(driver.timeline.undoneBatches == [BatchID(3)])
  }

  @Test func `a log in memory returns the texts of its events`() {
    let now: Int64 = 1_700_000_000_000
    // example: MemoryEvents
    var log = MemoryEvents()
    var draft = Draft()
    var visit = PageVisited()
    visit.url = draft.text("https://example.com/")
    let event = Event(
      sequence: log.next, batch: BatchID(log.next), milliseconds: now, body: .page(.visited(visit)))
    log.append(event, words: draft.bytes)
    let url = log.text(.url, of: event.sequence)
    // end
    #expect(url == "https://example.com/")
    #expect(log.newestEvent() == EventID(1))
  }

  @Test func `a checkpoint is used for the state that it was created from`() throws {
    let timeline = try twoTabs().timeline
    let place = CheckpointPlace(.browser, of: .nothing, at: timeline.position)
    let identity = CheckpointIdentity(place, record: 0x1234_5678)
    // example: CheckpointFrame
    let content = timeline.browser.snapshot()
    let stored = CheckpointFrame.bytes(of: content, identity)
    var browser: Browser?
    let frame = CheckpointFrame(stored.span.bytes, of: identity)
    if let frame, let content = frame.soundContent {
      browser = Browser(snapshot: content)
    }
    // end
    #expect(browser == timeline.browser)
    let other = CheckpointIdentity(place, record: 0x8765_4321)
    let isOfAnother = CheckpointFrame(stored.span.bytes, of: other) != nil
    #expect(!isOfAnother)
  }
}
