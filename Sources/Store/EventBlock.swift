internal import BrowserModel
internal import EventCoding
internal import EventLog

/// The events of a short stretch of the log, decoded by one thread and perhaps folded by another.
final class EventBlock: @unchecked Sendable {
  private let events: UnsafeMutablePointer<Event>
  private var count = 0
  private var first = EventID.nothing
  private var last = EventID.nothing
  /// Whether it can be folded; the ring that it belongs to guards it.
  var isDecoded = false
  /// The records of the stretch that cannot be read.
  private(set) var damaged: [EventID] = []
  /// Why the log could not be read to the end of the stretch.
  private(set) var failure: LogFailure?

  /// Large enough that handing over costs little, small enough for the processor's cache.
  private static let capacity = 512

  init() {
    events = .allocate(capacity: Self.capacity)
    events.initialize(repeating: .blank, count: Self.capacity)
  }

  deinit { events.deallocate() }

  /// Makes it the block of another stretch, which begins at `first` and ends at `last` or before it.
  ///
  /// - Returns: The last event of the stretch.
  func begin(at first: EventID, noFurtherThan last: EventID) -> EventID {
    self.first = first
    self.last = min(last, first.advanced(by: Int32(Self.capacity - 1)))
    count = 0
    isDecoded = false
    damaged.removeAll(keepingCapacity: true)
    failure = nil
    return self.last
  }

  /// Reads, verifies and decodes the events of the stretch.
  func decode(_ reader: borrowing Reader) {
    do throws(LogFailure) {
      try reader.visitRecords(
        from: first, through: last, backwards: false, missing: { damaged.append($0) },
        { sequence, record in
          // Records are visited once each, so there is room for all of the stretch.
          guard count < Self.capacity else { return false }
          do throws(EventDecoder.Damage) {
            try EventDecoder.decode(record, sequence: sequence, into: &events[count])
            count &+= 1
          } catch {
            damaged.append(sequence)
          }
          return true
        })
    } catch {
      failure = error
    }
  }

  /// Visits the events in order, as long as `body` wants to.
  func visit(_ body: (borrowing Event) -> Bool) -> Bool {
    for index in 0..<count {
      guard body(events[index]) else { return false }
    }
    return true
  }
}
