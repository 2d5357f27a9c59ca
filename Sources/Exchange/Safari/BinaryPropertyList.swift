internal import BrowserModel
internal import Notation

/// Apple's binary property lists (`CFBinaryPList.c`). A list consists of numbered objects, a table
/// of their offsets, and a trailer of 32 bytes that contains the offset of the table. All numbers
/// are big-endian.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetWidth: Int
  private let referenceWidth: Int
  private let objectCount: Int
  private let top: Int
  private let table: Int
  /// The number of objects that may still be read. The number limits the work, because an object
  /// that belongs to several other objects is read several times.
  private var credit = 1_000_000
  /// The number of bytes of strings and data that may still be read. This also limits the work.
  private var byteCredit: Int

  init(_ bytes: [UInt8], byteLimit: Int = 1 << 27) throws {
    byteCredit = byteLimit
    guard bytes.count >= 40 else { throw PropertyList.damage }
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetWidth, 1...8 ~= referenceWidth,
      let count = Self.number(bytes, trailer + 8, 8),
      let top = Self.number(bytes, trailer + 16, 8),
      let table = Self.number(bytes, trailer + 24, 8),
      count <= bytes.count, table <= bytes.count
    else { throw PropertyList.damage }
    objectCount = count
    self.top = top
    self.table = table
  }

  mutating func root() throws -> JSON { try object(top, 0) }

  private static func number(_ bytes: [UInt8], _ position: Int, _ width: Int) -> Int? {
    guard position >= 0, width <= bytes.count - position else { return nil }
    var number: UInt64 = 0
    for byte in bytes[position..<(position + width)] { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }

  private func number(_ position: Int, _ width: Int) throws -> Int {
    guard let number = Self.number(bytes, position, width) else { throw PropertyList.damage }
    return number
  }

  private mutating func object(_ number: Int, _ depth: Int) throws -> JSON {
    credit -= 1
    guard number < objectCount, depth < PropertyList.deepest, credit > 0 else {
      throw PropertyList.damage
    }
    let position = try self.number(table + number * offsetWidth, offsetWidth)
    let marker = try self.number(position, 1)
    switch marker >> 4 {
    case 0x0: return marker == 9 ? .bool(true) : marker == 8 ? .bool(false) : .null
    case 0x1:
      return .integer(try integer(position + 1, 1 << (marker & 0xF)))
    case 0x2: return .number(try real(position + 1, 1 << (marker & 0xF)))
    case 0x3:
      return .integer(UnixTime.milliseconds(sinceYear2001: try real(position + 1, 8)))
    case 0x4: return .string(Base64.encoded(bytes[try content(position, marker, width: 1)]))
    case 0x5, 0x6: return .string(try text(position, marker))
    case 0xA, 0xC: return try array(position, marker, depth)
    case 0xD: return try dictionary(position, marker, depth)
    default: return .null
    }
  }

  /// Reads an integer. Integers of eight bytes are signed, and shorter integers are unsigned. For
  /// an integer of sixteen bytes, only the lower half is used, which is an unsigned number of eight
  /// bytes.
  private func integer(_ position: Int, _ width: Int) throws -> Int64 {
    guard width >= 8 else { return Int64(try number(position, width)) }
    guard width <= 16 else { throw PropertyList.damage }
    let lower = position + width - 8
    let high = try number(lower, 4)
    return Int64(high) << 32 | Int64(try number(lower + 4, 4))
  }

  private func real(_ position: Int, _ width: Int) throws -> Double {
    guard width == 4 || width == 8, position >= 0, width <= bytes.count - position else {
      throw PropertyList.damage
    }
    var bits: UInt64 = 0
    for byte in bytes[position..<(position + width)] { bits = bits << 8 | UInt64(byte) }
    return width == 8
      ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }

  /// Returns the number of elements of an object, and the offset of the first element.
  private func extent(
    _ position: Int, _ marker: Int
  ) throws -> (count: Int, start: Int) {
    guard marker & 0xF == 0xF else { return (marker & 0xF, position + 1) }
    let width = 1 << (try number(position + 1, 1) & 0xF)
    guard width <= 8 else { throw PropertyList.damage }
    let count = try number(position + 2, width)
    guard count <= bytes.count else { throw PropertyList.damage }
    return (count, position + 2 + width)
  }

  /// Returns the range of bytes of a string or data object.
  private mutating func content(
    _ position: Int, _ marker: Int, width: Int
  ) throws -> Range<Int> {
    let (count, start) = try extent(position, marker)
    let end = start + count * width
    byteCredit -= count * width
    guard end <= bytes.count, byteCredit > 0 else { throw PropertyList.damage }
    return start..<end
  }

  private mutating func text(
    _ position: Int, _ marker: Int
  ) throws -> String {
    guard marker >> 4 == 0x6 else {
      return String(decoding: bytes[try content(position, marker, width: 1)], as: UTF8.self)
    }
    let range = try content(position, marker, width: 2)
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func array(
    _ position: Int, _ marker: Int, _ depth: Int
  ) throws -> JSON {
    let (count, start) = try extent(position, marker)
    var elements: [JSON] = []
    for place in 0..<count {
      let reference = try number(start + place * referenceWidth, referenceWidth)
      elements.append(try object(reference, depth + 1))
    }
    return .array(elements)
  }

  private mutating func dictionary(
    _ position: Int, _ marker: Int, _ depth: Int
  ) throws -> JSON {
    let (count, start) = try extent(position, marker)
    var members: [(name: String, value: JSON)] = []
    for place in 0..<count {
      let key = try number(start + place * referenceWidth, referenceWidth)
      let value = try number(start + (count + place) * referenceWidth, referenceWidth)
      guard case .string(let name) = try object(key, depth + 1) else { continue }
      members.append((name, try object(value, depth + 1)))
    }
    return .object(members)
  }
}
