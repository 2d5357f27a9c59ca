/// The rules by which a typed text becomes an address or a search.
public enum Policy: UInt8, CaseIterable, Sendable {
  /// What serves a person best, as ``Typed`` lays down; the default.
  case retrace
  /// What Chromium's address bar does.
  case chromium
  /// What Firefox's address bar does.
  case firefox
  /// The URL Standard's parser alone: nothing is repaired and nothing searched for.
  case whatwg

  /// The name, as it is kept with each decision.
  public var name: String {
    switch self {
    case .retrace: "retrace"
    case .chromium: "chromium"
    case .firefox: "firefox"
    case .whatwg: "whatwg"
    }
  }
}
