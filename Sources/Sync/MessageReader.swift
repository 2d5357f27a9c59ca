internal import BrowserModel
internal import Bytes

/// Reads the bytes that ``MessageWriter`` writes. Other bytes make it throw and never trap, and it takes
/// no more memory than a fixed multiple of their count.
struct MessageReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Creates a reader of all of the bytes.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next number. A number of more than 64 bits is damage.
  mutating func number() throws(MessageDamage) -> UInt64 {
    var reader = ByteReader(bytes.span.raw, at: position)
    let number = reader.number()
    let length = reader.position - position
    guard !reader.isDamaged, length < 10 || bytes[position + 9] <= 1 else { throw .garbled }
    position = reader.position
    return number
  }

  /// Returns the next number, if it is in the range of a type.
  mutating func number<Number: FixedWidthInteger>(
    as type: Number.Type
  ) throws(MessageDamage) -> Number {
    guard let number = Number(exactly: try number()) else { throw .garbled }
    return number
  }

  /// Returns whether something is so.
  mutating func flag() throws(MessageDamage) -> Bool { try number() != 0 }

  /// The bytes that were not read.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  /// Returns the next bytes, behind their count.
  mutating func block() throws(MessageDamage) -> ArraySlice<UInt8> {
    let count = try number()
    guard count <= UInt64(bytes.count - position) else { throw .garbled }
    defer { position += Int(count) }
    return bytes[position..<(position + Int(count))]
  }

  /// Returns the next bytes, if there are so many.
  mutating func block(of count: Int) throws(MessageDamage) -> [UInt8] {
    let block = try block()
    guard block.count == count else { throw .garbled }
    return Array(block)
  }

  /// Returns the next text, if it is UTF-8.
  mutating func text() throws(MessageDamage) -> String {
    guard let text = String(validating: try block(), as: UTF8.self) else { throw .garbled }
    return text
  }

  /// Returns the next list.
  mutating func list<Element>(
    _ element: (inout MessageReader) throws(MessageDamage) -> Element
  ) throws(MessageDamage) -> [Element] {
    let count = try number()
    // Each element takes at least one byte.
    guard count <= UInt64(bytes.count - position) else { throw .garbled }
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try element(&self)) }
    return elements
  }

  /// Returns the next list of numbers of devices.
  mutating func devices() throws(MessageDamage) -> [UInt32] {
    try list { (reader) throws(MessageDamage) in try reader.number(as: UInt32.self) }
  }

  /// Returns what may be missing.
  mutating func optional<Value>(
    _ body: (inout MessageReader) throws(MessageDamage) -> Value
  ) throws(MessageDamage) -> Value? {
    try list(body).first
  }

  /// Whether everything was read.
  var isAtEnd: Bool { position == bytes.count }

  /// Makes sure that everything was read.
  func finish() throws(MessageDamage) {
    guard isAtEnd else { throw .garbled }
  }
}
