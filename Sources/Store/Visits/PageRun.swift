internal import BrowserModel
internal import EventLog
internal import Timeline

/// Pages of a run of events, sorted by ``PageKey``, as they are stored.
///
/// What a run says of a page is all that was known of it behind its last event, so the newest run that
/// has a page is right and older ones are passed by. Of a key only so many bytes are there as tell it
/// from its neighbours; the rest is in the log. So at most one row begins like any text without
/// showing how it goes on, and a search looks at one record.
///
/// Layout, little-endian: ``magic``; the run's first event; the number of rows; for each row its
/// frecency and form (four bytes), for each row its newest visit (four bytes); for every sixteenth row
/// where its entry begins (four bytes); and the entries. An entry is varints and bytes: how much of
/// the key is that of the row before it, how much follows, which, visits, and 0 or one more than how
/// far the title's event is from the newest visit, folded.
struct PageRun {
  static let magic: UInt32 = 0x5056_0001
  static let stride = 16
  static let formBits: UInt32 = 3

  let count: Int
  private let bytes: UnsafeRawBufferPointer
  private static let headerCount = 12

  /// Nil where the bytes are none; what is wrong further on makes wrong rows and nothing worse.
  init?(_ bytes: UnsafeRawBufferPointer, first: EventID) {
    guard bytes.count >= Self.headerCount, bytes.number(at: 0) == Self.magic,
      bytes.number(at: 4) == UInt32(bitPattern: first.rawValue)
    else { return nil }
    count = Int(bytes.number(at: 8))
    self.bytes = bytes
    guard bytes.count >= entriesStart else { return nil }
  }

  var byteCount: Int { bytes.count }

  private var blockCount: Int { (count + Self.stride - 1) / Self.stride }
  private var entriesStart: Int { Self.headerCount + 8 * count + 4 * blockCount }

  /// A row's frecency and form; the row is one of the run.
  func mark(of row: Int) -> UInt32 {
    let offset = Self.headerCount + 4 * row
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func newest(of row: Int) -> EventID {
    EventID(Int32(bitPattern: bytes.number(at: Self.headerCount + 4 * (count + row))))
  }

  static func form(of mark: UInt32) -> AddressForm.Several {
    AddressForm.Several(rawValue: 1 << UInt8(mark & (1 << formBits - 1)))
  }

  /// A cursor before a row, which has that row at its first step.
  func cursor(before row: Int) -> PageCursor {
    let block = row / Self.stride
    guard row < count else { return PageCursor(self, bytes, at: bytes.count, row: count) }
    let offset = Int(bytes.number(at: Self.headerCount + 8 * count + 4 * block))
    var cursor = PageCursor(
      self, bytes, at: entriesStart + offset, row: block * Self.stride)
    for _ in 0..<(row - block * Self.stride) { cursor.step() }
    return cursor
  }

  /// The first row whose key is not before some bytes.
  ///
  /// - Parameter key: The whole key of the page that an event has visited.
  /// - Complexity: O(log rows), and one look at the log.
  func row(notBefore bytes: [UInt8], _ key: (EventID) -> PageKey?) -> Int {
    var (low, high) = (0, blockCount)
    // The last block whose first row is before the bytes, or the first block.
    while low < high {
      let middle = (low + high) / 2
      if isBlock(middle, before: bytes, key) { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    var cursor = cursor(before: (low - 1) * Self.stride)
    let end = min(low * Self.stride, count)
    while cursor.row < end {
      let row = cursor.row
      guard cursor.step() else { return count }
      if !cursor.isBefore(bytes, key) { return row }
    }
    return end
  }

  /// Whether the first row of a block stands before some bytes.
  private func isBlock(
    _ block: Int, before other: [UInt8], _ key: (EventID) -> PageKey?
  ) -> Bool {
    let offset = Int(bytes.number(at: Self.headerCount + 8 * count + 4 * block))
    let start = entriesStart + offset
    // A first row shares nothing, and most have fewer than 128 bytes: those are compared where they are.
    guard start + 2 < bytes.count, bytes[start] == 0, bytes[start + 1] < 0x80,
      start + 2 + Int(bytes[start + 1]) <= bytes.count
    else {
      var cursor = cursor(before: block * Self.stride)
      return cursor.step() && cursor.isBefore(other, key)
    }
    let end = min(Int(bytes[start + 1]), other.count)
    for place in 0..<end where bytes[start + 2 + place] != other[place] {
      return bytes[start + 2 + place] < other[place]
    }
    guard end == Int(bytes[start + 1]) else { return false }
    guard let whole = key(newest(of: block * Self.stride)) else { return end < other.count }
    return whole.bytes.order(to: other).isBefore
  }

  /// The rows whose keys begin with some bytes.
  func rows(beginningWith bytes: [UInt8], _ key: (EventID) -> PageKey?) -> Range<Int> {
    let start = bytes.isEmpty ? 0 : row(notBefore: bytes, key)
    let end = bytes.successor.map { row(notBefore: $0, key) } ?? count
    return start..<max(start, end)
  }

  /// What is known of a page; nil where the run has it not.
  func record(of page: PageKey, _ key: (EventID) -> PageKey?) -> PageRecord? {
    let row = row(notBefore: page.bytes, key)
    guard row < count else { return nil }
    var cursor = cursor(before: row)
    guard cursor.step(), page.bytes.starts(with: cursor.key), key(cursor.record.newest) == page
    else { return nil }
    return cursor.record
  }
}

extension UnsafeRawBufferPointer {
  func number(at offset: Int) -> UInt32 {
    guard offset >= 0, offset + 4 <= count else { return 0 }
    return UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

/// The key under which a run of pages is stored among the checkpoints: a byte that no part of a state
/// has, and the first and the last event of the run.
struct PageRunKey: Hashable {
  let first: EventID
  let last: EventID
  /// How many bytes all of them have in common.
  static let sharedCount = 1
  private static let part: UInt8 = 0x56

  init(first: EventID, last: EventID) {
    self.first = first
    self.last = last
  }

  /// Nil where a stored key is none of these.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 9, bytes[0] == Self.part else { return nil }
    first = EventID(Int32(bitPattern: bytes.number(at: 1).byteSwapped))
    last = EventID(Int32(bitPattern: bytes.number(at: 5).byteSwapped))
  }

  /// What the checkpoint is of.
  func identity(_ reader: borrowing Reader) throws(LogFailure) -> CheckpointIdentity {
    CheckpointIdentity(
      part: Self.part, branch: first, sequence: last, record: try reader.checksum(at: last))
  }

  /// The largest there can be that ends at an event or before it.
  static func end(at last: EventID) -> PageRunKey { PageRunKey(first: last, last: .last) }

  var bytes: [UInt8] {
    [Self.part] + Self.bytes(of: first) + Self.bytes(of: last)
  }

  private static func bytes(of sequence: EventID) -> [UInt8] {
    withUnsafeBytes(of: sequence.rawValue.bigEndian) { Array($0) }
  }
}
