internal import BrowserModel
internal import Bytes

/// A reader of the bytes that ``MessageWriter`` writes. For any other bytes, the reader throws but
/// never traps. The memory that the reader uses is proportional to the number of bytes.
struct MessageReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Creates a reader that starts at the first byte.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the next number. A number of more than 64 bits counts as damage.
  mutating func number() throws -> UInt64 {
    var reader = ByteReader(bytes.span.raw, at: position)
    let number = reader.number()
    let length = reader.position - position
    guard !reader.isDamaged, length < 10 || bytes[position + 9] <= 1 else {
      throw SyncError.garbled
    }
    position = reader.position
    return number
  }

  /// Reads the next number as an integer of a type, and throws if the number does not fit into the
  /// type.
  mutating func number<Number: FixedWidthInteger>(
    as type: Number.Type
  ) throws -> Number {
    guard let number = Number(exactly: try number()) else { throw SyncError.garbled }
    return number
  }

  /// Reads the next Boolean.
  mutating func flag() throws -> Bool { try number() != 0 }

  /// The unread bytes.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  /// Reads a count and the counted bytes.
  mutating func block() throws -> ArraySlice<UInt8> {
    let count = try number()
    guard count <= UInt64(bytes.count - position) else { throw SyncError.garbled }
    defer { position += Int(count) }
    return bytes[position..<(position + Int(count))]
  }

  /// Reads a count and the counted bytes, and throws unless the count is the expected one.
  mutating func block(of count: Int) throws -> [UInt8] {
    let block = try block()
    guard block.count == count else { throw SyncError.garbled }
    return Array(block)
  }

  /// Reads the next string, which must be UTF-8.
  mutating func text() throws -> String {
    guard let text = String(validating: try block(), as: UTF8.self) else { throw SyncError.garbled }
    return text
  }

  /// Reads the next list.
  mutating func list<Element>(
    _ element: (inout MessageReader) throws -> Element
  ) throws -> [Element] {
    let count = try number()
    // Each element uses at least one byte.
    guard count <= UInt64(bytes.count - position) else { throw SyncError.garbled }
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try element(&self)) }
    return elements
  }

  /// Reads the next list of device numbers.
  mutating func devices() throws -> [UInt32] {
    try list { reader in try reader.number(as: UInt32.self) }
  }

  /// Reads an optional value.
  mutating func optional<Value>(
    _ body: (inout MessageReader) throws -> Value
  ) throws -> Value? {
    try list(body).first
  }

  /// Whether all bytes were read.
  var isAtEnd: Bool { position == bytes.count }

  /// Throws unless all bytes were read.
  func finish() throws {
    guard isAtEnd else { throw SyncError.garbled }
  }
}
