/// A JSON value that somebody else wrote: nothing is known of its shape.
indirect enum JSON: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  /// Its members in the order in which they stand.
  case object([(name: String, value: JSON)])

  /// The first member of that name; nil also where this is no object. O(members).
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    let count = name.utf8.count
    // Most names differ in length, which is quicker to see.
    return members.first { $0.name.utf8.count == count && $0.name == name }?.value
  }

  /// The elements; none where this is no array.
  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

  /// The members; none where this is no object.
  var members: [(name: String, value: JSON)] {
    if case .object(let members) = self { members } else { [] }
  }

  var string: String? { if case .string(let string) = self { string } else { nil } }

  var isTrue: Bool { self == .bool(true) }

  /// A whole number, also one that is written as a string or with a fraction.
  var integer: Int64? {
    switch self {
    case .integer(let integer): integer
    case .number(let number): Int64(exactly: number.rounded())
    case .string(let string): Int64(string)
    default: nil
    }
  }

  var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  static func == (left: JSON, right: JSON) -> Bool {
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
