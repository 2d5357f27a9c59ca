import BrowserModel
import Bytes
import EventCoding
import RetraceTimeline

/// The log of this instance of the module, with its fold. Each log has an instance of its own, so
/// that closing a log returns its memory, and a trap ends only one log.
///
/// The state is read in place, because each copy of a timeline or a browser takes a kilobyte of code.
final class OpenLog {
  var events = RememberedEvents()
  /// The present.
  var timeline = OpenLog.emptyTimeline()
  /// The moment that was read last. Most moments are close to the previous one.
  var shown = OpenLog.emptyTimeline()
  /// The actions that the hypothetical present leaves out.
  var skipped: Set<BatchID> = []
  var answer = Answer()

  /// The limits of a log. Offsets and ids have 32 bits.
  static var maximumByteCount: Int { 1 << 30 }
  static var maximumEventCount: UInt64 { UInt64(Int32.max) }

  @inline(never)
  static func emptyTimeline() -> Timeline { Timeline() }

  // MARK: Reading records

  /// Appends delimited records. Answers with the number of bytes that were read. The remaining bytes
  /// are the beginning of a record.
  ///
  /// - Parameter following: The number of bytes that will be appended afterwards, as far as known.
  func append(_ chunk: RawSpan, following: Int) throws(Failure) {
    // Growing the log step by step would copy it several times.
    let expected = chunk.byteCount + following
    if following > 0, events.events.log.byteCount + expected <= Self.maximumByteCount {
      events.reserve(byteCount: expected)
    }
    var place = 0
    while let record = try nextRecord(in: chunk, at: place) {
      guard events.events.log.byteCount + record.count <= Self.maximumByteCount,
        events.events.log.newest < Self.maximumEventCount
      else { throw Failure("full", "The log has more than 1 GiB.") }
      events.append(stored: chunk.extracting(record))
      place = record.upperBound
    }
    answer.number(place)
  }

  /// Returns the offsets of the record at a place, or nil if the chunk does not contain all of it.
  private func nextRecord(in chunk: RawSpan, at place: Int) throws(Failure) -> Range<Int>? {
    var reader = ByteReader(chunk, at: place)
    var (length, shift) = (0, 0)
    while true {
      guard !reader.isAtEnd else { return nil }
      let byte = reader.byte()
      guard shift < 28 else { throw Failure("damaged", "This is not a log of Retrace.") }
      length |= Int(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    guard length > 0 else { throw Failure("damaged", "This is not a log of Retrace.") }
    let start = reader.position
    return length <= reader.remaining ? start..<start + length : nil
  }

  // MARK: Folding

  /// Folds at most `limit` more events, and stores states. Answers with the newest event that is
  /// folded, the newest event of the log, and the numbers of damaged records and of events of a newer
  /// version.
  func fold(atMost limit: Int32) {
    let count = events.newestEvent().rawValue - timeline.position.rawValue
    events.catchUp(&timeline, atMost: min(max(limit, 0), count))
    answer.number(timeline.position)
    answer.number(events.newestEvent())
    answer.number(timeline.damaged.count)
    answer.number(timeline.unknownCount)
  }

  /// The number of the present without ``skipped``.
  static var hypothetical: Int32 { -2 }

  /// Sets the actions that the hypothetical present leaves out.
  func skip(_ actions: RawSpan) {
    skipped = []
    var reader = ByteReader(actions, at: 0)
    while reader.remaining >= 4 { skipped.insert(BatchID(EventID(reader.fixed(Int32.self)))) }
    shown = timeline.skipping(skipped, events)
  }

  /// Moves ``shown`` to a moment. A negative number is the present, and 0 the empty state before the
  /// first event.
  func show(_ number: Int32) throws(Failure) {
    if number == Self.hypothetical {
      if shown.skippedBatches != skipped { shown = timeline.skipping(skipped, events) }
      return
    }
    guard number <= timeline.position.rawValue else { throw .noSuchEvent() }
    let moment = number < 0 ? Moment.present : Moment(newest: EventID(number))
    if number == 0 { shown = Self.emptyTimeline() }
    shown.step(to: moment, of: timeline, events)
  }

  /// Moves ``shown`` to a moment, and returns a tab that is open or closed at the moment.
  func showTab(_ id: Int32, at number: Int32) throws(Failure) -> Tab {
    try show(number)
    guard let tab = tab(TabID(EventID(id))) else { throw .noSuchTab() }
    return hasForgotten ? shown.browser.shown(tab, text: events) : tab
  }

  func tab(_ id: TabID) -> Tab? { shown.browser.tab(id) ?? shown.browser.closedTab(id) }

  /// Whether texts were forgotten, so that there are pages without an address.
  var hasForgotten: Bool { !timeline.redactions.isEmpty }
}
