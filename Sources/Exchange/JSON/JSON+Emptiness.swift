internal import Notation

extension JSON {
  /// Whether a member with this value is equivalent to a missing one.
  var saysNothing: Bool {
    switch self {
    case .null, .bool(false), .integer(0): true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }
}
