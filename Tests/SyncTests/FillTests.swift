import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// A device that joins a device which has been used for years.
struct FillTests {
  @Test func `all earlier events are sent once, in few messages and commits`() throws {
    let (desk, stream) = try usedDevice()
    try desk.begin()
    let clock = ContinuousClock()
    let sending = try clock.measure { try desk.exchange() }
    let phone = try SharedDevice("phone", on: stream)
    try phone.join(try desk.sync.invite())
    let before = desk.stream.attempts.count
    let receiving = try clock.measure { try phone.exchange() }
    #expect(try phone.library() == desk.library())
    #expect(try phone.tabs(of: 1) == desk.tabs(of: 1))
    #expect(try phone.exchange().readMessages == 0)
    #expect(desk.stream.attempts.count == before)
    let bytes = stream.messages.map(\.bytes.count).reduce(0, +)
    #expect(stream.messages.count < 6 + bytes / 300_000)
    LongRun.tell(
      "\(LongRun.filledEvents) events: \(bytes) bytes in \(stream.messages.count) messages, sent in "
        + "\(sending), received in \(receiving)")
  }

  @Test
  func `servers that have lost everything are refilled, and the others adopt the new stream`()
    throws
  {
    let (desk, stream) = try usedDevice()
    try desk.begin()
    try desk.exchange()
    let phone = try SharedDevice("phone", on: stream)
    try phone.join(try desk.sync.invite())
    try phone.exchange()
    try phone.keep("of the phone")
    stream.renew()
    let clock = ContinuousClock()
    let filling = try clock.measure { try desk.sync.refill() }
    let receiving = try clock.measure { try phone.exchange() }
    try desk.exchange()
    #expect(try phone.library() == desk.library())
    #expect(try phone.titles().contains("of the phone"))
    #expect(try phone.tabs(of: 1) == desk.tabs(of: 1))
    let bytes = stream.messages.map(\.bytes.count).reduce(0, +)
    #expect(stream.messages.count < 10 + bytes / 300_000)
    LongRun.tell(
      "\(LongRun.filledEvents) events: filled again in \(filling), and read by who has them in "
        + "\(receiving)")
  }

  /// Returns a device that was used for years and does not share its profile yet.
  private func usedDevice() throws -> (desk: SharedDevice, stream: MemoryStream) {
    let stream = MemoryStream()
    stream.largestMessage = 1 << 20
    let desk = try SharedDevice("desk", on: stream, isInMemory: true)
    let tab = TabID(
      try desk.store.perform(.open(OpenTab(Destination("http://a.example/")))).sequence)
    while desk.store.timeline.position.rawValue < LongRun.filledEvents {
      let page = desk.store.timeline.position.rawValue
      if page.isMultiple(of: 50) {
        try desk.keep("page \(page)")
      } else {
        let url = "http://a.example/\(page)/and-what-a-path-has-besides"
        try desk.store.perform(.go(tab, Destination(url)))
      }
    }
    return (desk, stream)
  }
}
