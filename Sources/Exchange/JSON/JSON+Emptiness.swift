internal import Notation

extension JSON {
  /// Whether a member with this value means the same as a missing member.
  var isEffectivelyEmpty: Bool {
    switch self {
    case .null, .bool(false), .integer(0): true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }
}
