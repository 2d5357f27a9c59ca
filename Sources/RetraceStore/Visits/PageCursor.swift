internal import BrowserModel

/// A position in a ``PageRun`` that moves from row to row.
@safe struct PageCursor {
  /// The part of the row's key that is stored in the run.
  private(set) var key: [UInt8] = []
  /// The data of the row's page in the run.
  private(set) var record = PageRecord()
  /// The row of the next step.
  private(set) var row: Int
  private let run: PageRun
  private let bytes: UnsafeRawBufferPointer
  private var position: Int

  init(_ run: PageRun, _ bytes: UnsafeRawBufferPointer, at position: Int, row: Int) {
    self.run = run
    unsafe self.bytes = unsafe bytes
    self.position = position
    self.row = row
  }

  /// Moves to the next row. Returns false at the end, and if the bytes are damaged.
  @discardableResult
  mutating func step() -> Bool {
    guard row < run.count, let shared = number(), let more = number(), shared <= key.count,
      unsafe more <= bytes.count - position
    else { return false }
    key.removeLast(key.count - shared)
    unsafe key.append(contentsOf: bytes[position..<(position + more)])
    position += more
    guard let visitCount = number(), let title = number() else { return false }
    record = run.record(of: row, visitCount: visitCount, title: title)
    row += 1
    return true
  }

  /// The beginning of the row's URL.
  var form: AddressForm {
    AddressForm(rawValue: UInt8(run.mark(of: row - 1) & (1 << PageRun.formBits - 1))) ?? .plain
  }

  /// Whether the row's key is before some bytes. The log is read if the bytes in the run are not
  /// sufficient.
  func isBefore(_ other: [UInt8], _ whole: (EventID) -> PageKey?) -> Bool {
    let order = key.order(to: other)
    guard order.sharedCount == key.count, let key = whole(record.newest) else {
      return order.isBefore
    }
    return key.bytes.order(to: other).isBefore
  }

  private mutating func number() -> Int? { unsafe Self.number(in: bytes, at: &position) }

  /// Reads a varint and moves after it, or returns nil if it is truncated or too long.
  static func number(in bytes: UnsafeRawBufferPointer, at position: inout Int) -> Int? {
    var (value, shift) = (0, 0)
    while position < bytes.count, shift < 42 {
      let byte = unsafe Int(bytes[position])
      position += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
