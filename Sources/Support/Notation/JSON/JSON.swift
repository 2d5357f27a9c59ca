/// A JSON value of unknown structure, read from an external source.
package indirect enum JSON: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  /// The members in their original order.
  case object([(name: String, value: JSON)])

  /// The first member with a name, or nil if there is no such member or this is not an object.
  /// O(members).
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    let count = name.utf8.count
    // Most names differ in length, which is faster to compare.
    return members.first { $0.name.utf8.count == count && $0.name == name }?.value
  }

  /// The elements, or an empty array if this is not an array.
  package var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

  /// The members, or an empty array if this is not an object.
  package var members: [(name: String, value: JSON)] {
    if case .object(let members) = self { members } else { [] }
  }

  package var string: String? { if case .string(let string) = self { string } else { nil } }

  package var isTrue: Bool { self == .bool(true) }

  /// The value as an integer, which may be written as a string or with a fraction. Nil for other
  /// values.
  package var integer: Int64? {
    switch self {
    case .integer(let integer): integer
    case .number(let number): Int64(exactly: number.rounded())
    case .string(let string): Int64(string)
    default: nil
    }
  }

  package var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  package static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0 == $1 }
    default: false
    }
  }
}

extension JSON {
  /// The value as a JSON document (RFC 8259) in UTF-8, without spaces. O(size).
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let integer): bytes += "\(integer)".utf8
    case .number(let number): bytes += "\(number)".utf8
    case .string(let string): Self.write(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSON: JSONValue {
  /// Writes the value as it was read.
  package func write(to json: inout JSONWriter) {
    json.literal(String(decoding: bytes, as: UTF8.self))
  }
}
