internal import BrowserModel
internal import EventCoding
internal import EventLog
internal import Platform

/// The events of a short stretch of the log, decoded by one thread and perhaps folded by another.
///
/// It belongs to one thread at a time: the ``BlockRing`` hands it over.
@safe final class EventBlock: @unchecked Sendable {
  /// Room for ``capacity`` events, reused for each stretch.
  private let events: UnsafeMutablePointer<Event>
  /// The record of each event, valid as long as the transactions of both threads.
  private var records: [UnsafeRawBufferPointer] = unsafe []
  /// How many events were decoded.
  private var count = 0
  private var first = EventID.nothing
  /// The last event of the stretch.
  private(set) var last = EventID.nothing
  /// Whether it can be folded. Guarded by the ring.
  var isDecoded = false
  /// The events of the stretch whose records cannot be read.
  private(set) var damaged: [EventID] = []
  /// Why the log could not be read to the end of the stretch; nil when it could.
  private(set) var failure: LogFailure?

  /// How many events a block holds: enough that handing it over costs little, few enough for the
  /// processor's cache.
  private static let capacity = 512

  init() {
    unsafe events = .allocate(capacity: Self.capacity)
    unsafe events.initialize(repeating: .blank, count: Self.capacity)
  }

  deinit { unsafe events.deallocate() }

  /// Makes it the block of another stretch, which begins at `first` and ends no later than
  /// `last`.
  ///
  /// - Returns: The last event of the stretch.
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

  /// Reads, verifies and decodes the events of the stretch.
  func decode(_ reader: borrowing Reader) {
    do throws(LogFailure) {
      try reader.visitRecords(
        from: first, through: last, backwards: false, missing: { damaged.append($0) },
        { sequence, record in
          // Each record is visited once, so the whole stretch has room.
          guard count < Self.capacity else { return false }
          do throws(EventDecoder.Damage) {
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

  /// Decodes the next record of the stretch, whose words are not kept.
  ///
  /// - Parameter record: Nil where there is none.
  /// - Returns: Whether it is whole.
  func take(_ record: RawSpan?, of sequence: EventID) -> Bool {
    guard let record, count < Self.capacity else {
      damaged.append(sequence)
      return false
    }
    do throws(EventDecoder.Damage) {
      unsafe try EventDecoder.decode(record, sequence: sequence, into: &events[count])
      count &+= 1
      unsafe records.append(UnsafeRawBufferPointer(start: nil, count: 0))
      return true
    } catch {
      damaged.append(sequence)
      return false
    }
  }

  /// Visits the events in order until `body` returns false; returns whether it never did.
  ///
  /// - Parameter damaged: Receives, in its turn, the id of each record that cannot be read.
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

/// A long stretch of the log in blocks, for two threads: the one with time to spare decodes the
/// next block, and the folding thread folds them in order.
///
/// So both are busy until the end, however long decoding and folding take, and no more is decoded
/// ahead than the ring has room for.
final class BlockRing: @unchecked Sendable {
  /// What the folding thread has to do next.
  enum Step {
    /// Fold a block, and give it back by ``didFold()``.
    case fold(EventBlock)
    /// Decode a block, and give it back by ``didDecode(_:)``.
    case decode(EventBlock)
  }

  /// Guards everything below, and which thread a block belongs to. It wakes when a block was
  /// decoded or folded.
  private let lock = ConditionLock()
  private let blocks: [EventBlock]
  /// How many blocks were given out to be decoded.
  private var begunCount = 0
  /// How many of those were folded.
  private var foldedCount = 0
  /// The first event that no block was given out for.
  private var next: EventID
  private let last: EventID

  init(from first: EventID, through last: EventID, blockCount: Int = 8) {
    next = first
    self.last = last
    blocks = (0..<blockCount).map { _ in EventBlock() }
  }

  /// Returns what the folding thread has to do: to fold the oldest block if it is decoded, else
  /// to decode one. Nil at the end.
  func nextStep() -> Step? {
    lock.locked {
      while true {
        if foldedCount < begunCount, oldest.isDecoded { return .fold(oldest) }
        if let block = begin() { return .decode(block) }
        guard foldedCount < begunCount else { return nil }
        lock.wait()
      }
    }
  }

  /// Waits until the oldest block is decoded, and returns it, to be given back by ``didFold()``; nil at
  /// the end. For a folding thread that decodes none.
  func nextToFold() -> EventBlock? {
    lock.locked {
      while foldedCount < begunCount || next <= last {
        if foldedCount < begunCount, oldest.isDecoded { return oldest }
        lock.wait()
      }
      return nil
    }
  }

  /// Waits until there is room for another block, and returns it for the other thread; nil at the
  /// end.
  func nextToDecode() -> EventBlock? {
    lock.locked {
      while next <= last {
        if let block = begin() { return block }
        lock.wait()
      }
      return nil
    }
  }

  /// Takes a block back that can be folded now.
  func didDecode(_ block: EventBlock) {
    changing { block.isDecoded = true }
  }

  /// Takes the block back that was folded.
  func didFold() {
    changing { foldedCount += 1 }
  }

  /// Gives out no more blocks, so that the other thread ends.
  func close() {
    changing { next = last.advanced(by: 1) }
  }

  /// The block that is folded next.
  private var oldest: EventBlock { blocks[foldedCount % blocks.count] }

  /// Returns a free block for the next stretch; nil when there is none.
  private func begin() -> EventBlock? {
    guard next <= last, begunCount - foldedCount < blocks.count else { return nil }
    let block = blocks[begunCount % blocks.count]
    next = block.begin(at: next, noFurtherThan: last).advanced(by: 1)
    begunCount += 1
    return block
  }

  private func changing(_ change: () -> Void) {
    lock.locked {
      change()
      lock.wakeOne()
    }
  }
}
