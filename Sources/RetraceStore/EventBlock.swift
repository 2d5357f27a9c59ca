internal import BrowserModel
internal import EventCoding
internal import Platform
internal import RetraceEventLog

/// The events of a short range of the log, decoded by one thread and possibly folded by another.
///
/// A block belongs to one thread at a time. The ``BlockRing`` transfers it.
@safe final class EventBlock: @unchecked Sendable {
  /// Memory for ``capacity`` events, reused for each range.
  private let events: UnsafeMutablePointer<Event>
  /// The record of each event, valid while the transactions of both threads are open.
  private var records: [UnsafeRawBufferPointer] = unsafe []
  /// The number of decoded events in the block.
  private var count = 0
  private var first = EventID.nothing
  /// The last event of the range.
  private(set) var last = EventID.nothing
  /// Whether the block is ready to be folded. Guarded by the ring.
  var isDecoded = false
  /// The events of the range whose records cannot be read.
  private(set) var damaged: [EventID] = []
  /// The reason why the log could not be read to the end of the range, or nil if it was read
  /// completely.
  private(set) var failure: (any Error)?

  /// The maximum number of events per block. It is large enough to make transfers cheap, and small
  /// enough for the processor's cache.
  private static let capacity = 512

  init() {
    unsafe events = .allocate(capacity: Self.capacity)
    unsafe events.initialize(repeating: .blank, count: Self.capacity)
  }

  deinit { unsafe events.deallocate() }

  /// Assigns another range to the block. The range begins at `first` and ends no later than `last`.
  ///
  /// - Returns: The last event of the range.
  func begin(at first: EventID, noFurtherThan last: EventID) -> EventID {
    self.first = first
    self.last = min(last, first.advanced(by: Int32(Self.capacity - 1)))
    count = 0
    unsafe records.removeAll(keepingCapacity: true)
    isDecoded = false
    damaged.removeAll(keepingCapacity: true)
    failure = nil
    return self.last
  }

  /// Reads, verifies and decodes the events of the range.
  func decode(_ reader: borrowing Reader) {
    do {
      try reader.visitRecords(
        from: first, through: last, backwards: false, missing: { damaged.append($0) },
        { sequence, record in
          // Each record is visited once, so the range fits.
          guard count < Self.capacity else { return false }
          do {
            unsafe try EventDecoder.decode(record, sequence: sequence, into: &events[count])
            count &+= 1
            unsafe records.append(record.withUnsafeBytes { unsafe $0 })
          } catch {
            reader.noteDamaged(sequence)
            damaged.append(sequence)
          }
          return true
        })
    } catch {
      failure = error
    }
  }

  /// Decodes the next record of the range. The text of the event is not retained.
  ///
  /// - Parameter record: The record, or nil if it is missing.
  /// - Returns: Whether the record is intact.
  func accept(_ record: RawSpan?, of sequence: EventID) -> Bool {
    guard let record, count < Self.capacity else {
      damaged.append(sequence)
      return false
    }
    do {
      unsafe try EventDecoder.decode(record, sequence: sequence, into: &events[count])
      count &+= 1
      unsafe records.append(UnsafeRawBufferPointer(start: nil, count: 0))
      return true
    } catch {
      damaged.append(sequence)
      return false
    }
  }

  /// Visits the events in order until `body` returns false, and returns whether all events were
  /// visited.
  ///
  /// - Parameter damaged: Receives, in order, the id of each record that cannot be read.
  func visit(
    damaged: (EventID) -> Void = { _ in }, _ body: (borrowing Event, EventWords) -> Bool
  ) -> Bool {
    var lost = self.damaged[...]
    for index in 0..<count {
      while let first = lost.first, unsafe first < events[index].sequence {
        damaged(lost.removeFirst())
      }
      guard unsafe body(events[index], EventWords(records[index].bytes)) else { return false }
    }
    for sequence in lost { damaged(sequence) }
    return true
  }
}
