/// The rules that turn typed text into a URL or a search (A1).
public enum Policy: UInt8, CaseIterable, Sendable {
  /// The default: text that is certainly an address is opened, other text is searched for, and text
  /// that would lead to an unexpected place is refused.
  case retrace
  /// The parser of the URL standard only. Nothing is repaired and nothing is searched for.
  case whatwg

  /// The name that events store with each decision. It never changes.
  public var name: String {
    switch self {
    case .retrace: "retrace"
    case .whatwg: "whatwg"
    }
  }
}
