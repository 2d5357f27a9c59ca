/// The rules by which a typed text becomes a URL or a search (A1).
public enum Policy: UInt8, CaseIterable, Sendable {
  /// The default: what is surely an address is one, the rest is searched for, and what
  /// would lead elsewhere than was typed is refused.
  case retrace
  /// The parser of the URL standard alone: nothing is repaired and nothing is searched for.
  case whatwg

  /// The name that events store with each decision. It never changes.
  public var name: String {
    switch self {
    case .retrace: "retrace"
    case .whatwg: "whatwg"
    }
  }
}
