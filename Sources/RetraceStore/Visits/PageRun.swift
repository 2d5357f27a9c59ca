internal import BrowserModel
internal import Bytes
internal import RetraceEventLog
internal import RetraceTimeline

/// Visited pages of a range of events, sorted by ``PageKey``, in stored form.
///
/// A row contains all data of a page after the last event of the run, based on all events from the
/// first. Therefore, the newest run that contains a page is authoritative, and older runs are
/// ignored.
///
/// A run contains only the bytes of a key that distinguish the key from its neighbours. The
/// remaining bytes are in the log, in the event of the newest visit. When a search compares a text
/// with the stored part of each key, at most one row is undecided, so the search looks up only one
/// record.
///
/// Layout, little-endian: ``magic``; the run's first event; the number of rows; for each row its
/// frecency and form (four bytes); for each row its newest visit (four bytes); for every sixteenth
/// row the offset of its entry (four bytes); and the entries. An entry consists of varints and
/// bytes: the number of bytes of the key that equal those of the previous row, the number of
/// following bytes, these bytes, the number of visits, and 0 or one more than the zigzag distance
/// of the title's event from the newest visit.
struct PageRun: ~Escapable {
  /// The first number of a run, which identifies a run and the version of its layout.
  static let magic: UInt32 = 0x5056_0002
  /// The number of rows per block. The first entry of each block contains its complete key, and the
  /// offset of this entry is stored.
  static let stride = 16
  /// The number of bits of a row's mark that store its ``AddressForm``.
  static let formBits: UInt32 = 3

  /// The number of rows.
  let count: Int
  private let bytes: RawSpan
  private static let headerCount = 12

  /// Creates a run from stored bytes, or returns nil if the bytes do not begin with the header of a
  /// run. Any other damage leads only to wrong rows, because every offset is checked.
  @_lifetime(copy bytes)
  init?(_ bytes: RawSpan, first: EventID) {
    var header = ByteReader(bytes)
    guard header.fixed(UInt32.self) == Self.magic,
      header.fixed(UInt32.self) == UInt32(bitPattern: first.rawValue)
    else { return nil }
    count = Int(header.fixed(UInt32.self))
    self.bytes = bytes
    guard !header.isDamaged, bytes.byteCount >= entriesStart else { return nil }
  }

  /// The size of the run in bytes.
  var byteCount: Int { bytes.byteCount }

  /// The number of blocks, for each of which an offset is stored.
  private var blockCount: Int { (count + Self.stride - 1) / Self.stride }
  /// The offset of the first entry.
  private var entriesStart: Int { Self.headerCount + 8 * count + 4 * blockCount }

  /// Returns a row's mark, which contains its frecency and form. Comparing marks compares
  /// frecencies.
  ///
  /// - Precondition: The run contains the row.
  func mark(of row: Int) -> UInt32 {
    bytes.number(at: Self.headerCount + 4 * row)
  }

  /// Returns the newest event that visited the page of a row.
  func newest(of row: Int) -> EventID {
    EventID(Int32(bitPattern: bytes.number(at: Self.headerCount + 4 * (count + row))))
  }

  /// Returns the form in a mark, as a set with one element.
  static func form(of mark: UInt32) -> AddressForm.Several {
    AddressForm.Several(rawValue: 1 << UInt8(mark & (1 << formBits - 1)))
  }

  /// Returns the offset of the first entry of a block, which may be out of bounds if the bytes are
  /// damaged.
  ///
  /// - Precondition: The run has the block.
  private func start(ofBlock block: Int) -> Int {
    entriesStart + Int(bytes.number(at: Self.headerCount + 8 * count + 4 * block))
  }

  /// Returns a cursor whose first step moves to a row.
  @_lifetime(copy self)
  func cursor(before row: Int) -> PageCursor {
    let block = row / Self.stride
    guard row < count else { return PageCursor(self, ByteReader(bytes, at: byteCount), row: count) }
    var cursor = PageCursor(
      self, ByteReader(bytes, at: start(ofBlock: block)), row: block * Self.stride)
    for _ in 0..<(row - block * Self.stride) { cursor.step() }
    return cursor
  }

  /// Visits the data of each row's page, in the order of their keys, which are not read.
  func visitRecords(_ body: (PageRecord) -> Void) {
    var entries = ByteReader(bytes, at: entriesStart)
    for row in 0..<count {
      _ = entries.number()
      entries.skip(entries.count())
      let (visitCount, title) = (entries.number(), entries.number())
      guard !entries.isDamaged else { return }
      body(record(of: row, visitCount: visitCount, title: title))
    }
  }

  /// Returns the data of a row's page.
  ///
  /// - Parameter title: 0 if there is no title, otherwise one more than the zigzag distance of the
  ///   title's event to the newest visit.
  func record(of row: Int, visitCount: UInt64, title: UInt64) -> PageRecord {
    let newest = newest(of: row)
    let distance = title > 0 ? ByteReader.signed(title - 1) : 0
    return PageRecord(
      frecency: Frecency(rawValue: mark(of: row) >> Self.formBits),
      visitCount: UInt32(truncatingIfNeeded: visitCount), newest: newest,
      title: title > 0
        ? EventID(newest.rawValue &+ Int32(truncatingIfNeeded: distance)) : .nothing)
  }

  /// Returns the first row whose key does not come before some bytes, or ``count`` if there is no
  /// such row.
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

  /// Whether the key of the first row of a block comes before some bytes.
  private func isBlock(
    _ block: Int, before other: [UInt8], _ key: (EventID) -> PageKey?
  ) -> Bool {
    var entry = ByteReader(bytes, at: start(ofBlock: block))
    // The first row of a block contains its complete key, which is compared in place.
    _ = entry.number()
    let known = entry.bytesWithCount()
    guard !entry.isDamaged else { return false }
    let end = min(known.byteCount, other.count)
    for place in 0..<end where known[place] != other[place] { return known[place] < other[place] }
    guard end == known.byteCount else { return false }
    guard let whole = key(newest(of: block * Self.stride)) else { return end < other.count }
    return whole.bytes.order(to: other).isBefore
  }

  /// Returns the rows whose keys begin with the given bytes.
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
