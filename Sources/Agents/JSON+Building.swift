internal import BrowserModel
internal import Notation

/// Building JSON values.
extension JSON {
  /// An object with the given members. Members without a value are omitted.
  static func members(_ members: (name: String, value: JSON?)...) -> JSON {
    .object(members.compactMap { member in member.value.map { (member.name, $0) } })
  }

  /// An id, or nil for no id.
  static func id(_ reference: (some EventReference)?) -> JSON? {
    guard let reference, reference.exists else { return nil }
    return .integer(Int64(reference.rawValue))
  }

  /// A list of ids.
  static func ids(_ numbers: some Sequence<Int64>) -> JSON { .array(numbers.map { .integer($0) }) }

  /// `true`, or nil to omit the member.
  static func flag(_ isSet: Bool) -> JSON? { isSet ? .bool(true) : nil }

  /// A string, or nil to omit the member if the string is empty.
  static func text(_ text: String) -> JSON? { text.isEmpty ? nil : .string(text) }

  /// The value as a number that is not a fraction.
  var whole: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// Writes the value with the escapes of ``JSONWriter``, so that no character in it can end a line.
  func writeEscaped(to json: inout JSONWriter) {
    switch self {
    case .object(let members):
      json.object { json in
        for (name, value) in members { value.writeEscaped(as: name, to: &json) }
      }
    case .array(let elements):
      json.array { json in for element in elements { element.writeEscaped(to: &json) } }
    case .string(let text): json.value(text)
    default: json.value(self)
    }
  }

  private func writeEscaped(as name: String, to json: inout JSONWriter) {
    switch self {
    case .object(let members):
      json.object(name) { json in
        for (name, value) in members { value.writeEscaped(as: name, to: &json) }
      }
    case .array(let elements):
      json.array(name) { json in for element in elements { element.writeEscaped(to: &json) } }
    case .string(let text): json.member(name, text)
    default: json.member(name, self)
    }
  }
}
