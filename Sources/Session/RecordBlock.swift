internal import BrowserModel

/// Records on their way between two threads: where they stand, not what they say.
final class RecordBlock: @unchecked Sendable {
  struct Entry: BitwiseCopyable {
    let sequence: Sequence
    let byteCount: Int32
    let bytes: UnsafeRawPointer
  }

  private let entries: UnsafeMutablePointer<Entry>
  private(set) var count = 0

  /// Large enough that handing over costs little, small enough for the processor's cache to keep the
  /// records in it.
  private static let capacity = 1_024

  init() { entries = .allocate(capacity: Self.capacity) }

  deinit { entries.deallocate() }

  var isFull: Bool { count == Self.capacity }

  @inline(__always)
  func append(_ sequence: Sequence, _ record: UnsafeRawBufferPointer) {
    guard let bytes = record.baseAddress else { return }
    (entries + count).initialize(
      to: Entry(sequence: sequence, byteCount: Int32(record.count), bytes: bytes))
    count &+= 1
  }

  func removeAll() { count = 0 }

  /// Visits the records in order, as long as `body` wants to.
  func visit(_ body: (Sequence, UnsafeRawBufferPointer) -> Bool) -> Bool {
    for entry in UnsafeBufferPointer(start: entries, count: count) {
      let record = UnsafeRawBufferPointer(start: entry.bytes, count: Int(entry.byteCount))
      guard body(entry.sequence, record) else { return false }
    }
    return true
  }
}
