internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// Visited pages of a range of events, sorted by ``PageKey``, in stored form.
///
/// A row contains all data of a page after the last event of the run, based on all events from the
/// first. Therefore, the newest run that contains a page is authoritative, and older ones are
/// ignored.
///
/// A run contains only the bytes of a key that distinguish it from its neighbours. The rest is in
/// the log, in the event of the newest visit. At most one row can match the beginning of a text
/// without containing the rest, so a search looks up one record.
///
/// Layout, little-endian: ``magic``; the run's first event; the number of rows; for each row its
/// frecency and form (four bytes); for each row its newest visit (four bytes); for every sixteenth
/// row the offset of its entry (four bytes); and the entries. An entry consists of varints and
/// bytes: the number of bytes of the key that equal those of the previous row, the number of
/// following bytes, these bytes, the number of visits, and 0 or one more than the zigzag distance
/// of the title's event from the newest visit.
@safe struct PageRun {
  /// The beginning of a run: a marker, and the version of the layout.
  static let magic: UInt32 = 0x5056_0002
  /// The number of rows in a block. The first entry of each block contains its complete key, and
  /// its offset is stored.
  static let stride = 16
  /// The number of bits of a row's mark that contain its ``AddressForm``.
  static let formBits: UInt32 = 3

  /// The number of rows.
  let count: Int
  private let bytes: UnsafeRawBufferPointer
  private static let headerCount = 12

  /// Calls a closure with a run of stored bytes, or returns nil if they are not a run. Later damage
  /// leads to wrong rows but nothing worse, because every offset is checked.
  ///
  /// - Returns: The result of `body`, which must not retain the run.
  static func withRun<Value>(
    _ bytes: RawSpan, first: EventID, _ body: (PageRun) throws -> Value
  ) rethrows -> Value? {
    unsafe try bytes.withUnsafeBytes { bytes in
      unsafe try PageRun(bytes, first: first).map(body)
    }
  }

  private init?(_ bytes: UnsafeRawBufferPointer, first: EventID) {
    guard bytes.count >= Self.headerCount, unsafe bytes.number(at: 0) == Self.magic,
      unsafe bytes.number(at: 4) == UInt32(bitPattern: first.rawValue)
    else { return nil }
    count = unsafe Int(bytes.number(at: 8))
    unsafe self.bytes = unsafe bytes
    guard bytes.count >= entriesStart else { return nil }
  }

  /// The size of the run.
  var byteCount: Int { unsafe bytes.count }

  /// The number of rows with stored offsets.
  private var blockCount: Int { (count + Self.stride - 1) / Self.stride }
  /// The offset of the first entry.
  private var entriesStart: Int { Self.headerCount + 8 * count + 4 * blockCount }

  /// Returns a row's frecency and form in stored form. Comparing marks compares frecencies.
  ///
  /// - Precondition: The run contains the row.
  func mark(of row: Int) -> UInt32 {
    let offset = Self.headerCount + 4 * row
    return unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Returns the newest event that visited the page of a row.
  func newest(of row: Int) -> EventID {
    unsafe EventID(Int32(bitPattern: bytes.number(at: Self.headerCount + 4 * (count + row))))
  }

  /// Returns the form in a mark, as a set of one.
  static func form(of mark: UInt32) -> AddressForm.Several {
    AddressForm.Several(rawValue: 1 << UInt8(mark & (1 << formBits - 1)))
  }

  /// Returns a cursor whose first step leads to a row.
  func cursor(before row: Int) -> PageCursor {
    let block = row / Self.stride
    guard row < count else { return unsafe PageCursor(self, bytes, at: bytes.count, row: count) }
    let offset = unsafe Int(bytes.number(at: Self.headerCount + 8 * count + 4 * block))
    var cursor = unsafe PageCursor(
      self, bytes, at: entriesStart + offset, row: block * Self.stride)
    for _ in 0..<(row - block * Self.stride) { cursor.step() }
    return cursor
  }

  /// Visits the data of each row's page, in the order of their keys, which are not read.
  func visitRecords(_ body: (PageRecord) -> Void) {
    var position = entriesStart
    func number() -> Int? { unsafe PageCursor.number(in: bytes, at: &position) }
    for row in 0..<count {
      guard number() != nil, let more = number(), unsafe more <= bytes.count - position else {
        return
      }
      position += more
      guard let visitCount = number(), let title = number() else { return }
      body(record(of: row, visitCount: visitCount, title: title))
    }
  }

  /// Returns the data of a row's page.
  ///
  /// - Parameter title: 0 for none, otherwise one more than the zigzag distance of the title's
  ///   event to the newest visit.
  func record(of row: Int, visitCount: Int, title: Int) -> PageRecord {
    let newest = newest(of: row)
    let distance = (title - 1) >> 1 ^ -((title - 1) & 1)
    return PageRecord(
      frecency: Frecency(rawValue: mark(of: row) >> Self.formBits),
      visitCount: UInt32(truncatingIfNeeded: visitCount), newest: newest,
      title: title > 0
        ? EventID(newest.rawValue &+ Int32(truncatingIfNeeded: distance)) : .nothing)
  }

  /// Returns the first row whose key is not before some bytes, or ``count`` if there is none.
  ///
  /// - Parameter key: Returns the complete key of the page that an event visited.
  /// - Complexity: O(log rows), and one look-up in the log.
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

  /// Whether the first row of a block is before some bytes.
  private func isBlock(
    _ block: Int, before other: [UInt8], _ key: (EventID) -> PageKey?
  ) -> Bool {
    let offset = unsafe Int(bytes.number(at: Self.headerCount + 8 * count + 4 * block))
    let start = entriesStart + offset
    // The first row of a block contains its complete key, which usually has fewer than 128 bytes
    // and is then compared in place.
    guard unsafe start + 2 < bytes.count, unsafe bytes[start] == 0, unsafe bytes[start + 1] < 0x80,
      unsafe start + 2 + Int(bytes[start + 1]) <= bytes.count
    else {
      var cursor = cursor(before: block * Self.stride)
      return cursor.step() && cursor.isBefore(other, key)
    }
    let end = unsafe min(Int(bytes[start + 1]), other.count)
    for place in 0..<end where unsafe bytes[start + 2 + place] != other[place] {
      return unsafe bytes[start + 2 + place] < other[place]
    }
    guard unsafe end == Int(bytes[start + 1]) else { return false }
    guard let whole = key(newest(of: block * Self.stride)) else { return end < other.count }
    return whole.bytes.order(to: other).isBefore
  }

  /// Returns the rows whose keys begin with some bytes.
  func rows(beginningWith bytes: [UInt8], _ key: (EventID) -> PageKey?) -> Range<Int> {
    let start = bytes.isEmpty ? 0 : row(notBefore: bytes, key)
    let end = bytes.successor.map { row(notBefore: $0, key) } ?? count
    return start..<max(start, end)
  }

  /// Returns the data of a page, or nil if the run does not contain it.
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
  /// Returns the little-endian number at an offset, or 0 beyond the end.
  func number(at offset: Int) -> UInt32 {
    guard offset >= 0, offset + 4 <= count else { return 0 }
    return unsafe UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
