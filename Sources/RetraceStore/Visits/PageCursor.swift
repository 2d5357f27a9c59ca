internal import BrowserModel
internal import Bytes

/// A position in a ``PageRun`` that moves from row to row.
struct PageCursor: ~Escapable {
  /// The part of the row's key that is stored in the run.
  private(set) var key: [UInt8] = []
  /// The data of the row's page in the run.
  private(set) var record = PageRecord()
  /// The row to which the next step moves.
  private(set) var row: Int
  private let run: PageRun
  private var entries: ByteReader

  /// Creates a cursor before a row. The next entry that `entries` reads must be the entry of that
  /// row.
  @_lifetime(copy run, copy entries)
  init(_ run: PageRun, _ entries: ByteReader, row: Int) {
    self.run = run
    self.entries = entries
    self.row = row
  }

  /// Moves to the next row. Returns false at the end of the run, or if the bytes are damaged.
  @discardableResult
  mutating func step() -> Bool {
    guard row < run.count else { return false }
    let shared = entries.number()
    guard shared <= UInt64(key.count) else { return false }
    let rest = entries.bytesWithCount()
    let (visitCount, title) = (entries.number(), entries.number())
    guard !entries.isDamaged else { return false }
    key.removeLast(key.count - Int(shared))
    key.append(rest)
    record = run.record(of: row, visitCount: visitCount, title: title)
    row += 1
    return true
  }

  /// The form of the row's URL.
  var form: AddressForm {
    AddressForm(rawValue: UInt8(run.mark(of: row - 1) & (1 << PageRun.formBits - 1))) ?? .plain
  }

  /// Whether the row's key comes before `other`. If the part of the key in the run is too short to
  /// decide this, the complete key is read from the log.
  func isBefore(_ other: [UInt8], _ whole: (EventID) -> PageKey?) -> Bool {
    let order = key.order(to: other)
    guard order.sharedCount == key.count, let key = whole(record.newest) else {
      return order.isBefore
    }
    return key.bytes.order(to: other).isBefore
  }
}
