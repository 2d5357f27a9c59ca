/// The rules that turn typed text into a URL or a search (A1).
public enum Policy: UInt8, CaseIterable, Sendable {
  /// The default policy: opens text that is certainly an address, searches for other text, and
  /// refuses text that would lead to an unexpected place.
  case retrace
  /// Uses only the parser of the URL standard. Does not correct the text and never searches.
  case whatwg

  /// The name that events store with each decision. The names never change.
  public var name: String {
    switch self {
    case .retrace: "retrace"
    case .whatwg: "whatwg"
    }
  }
}
