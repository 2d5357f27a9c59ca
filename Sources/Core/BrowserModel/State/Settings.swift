/// What can be set, and which event set it. A value that is text stays in the log.
public struct Settings: Equatable, Sendable {
  /// How many entries a tab keeps (H8).
  public internal(set) var historyLimit = Settings.defaultHistoryLimit
  private var sources = ContiguousArray<EventID>(
    repeating: .nothing, count: Name.allCases.count)

  public static let defaultHistoryLimit = 50
  public static let largestHistoryLimit = 1_000

  /// The names of settings, as typed and as stored. Numbers are never reused.
  public enum Name: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// How many entries a tab keeps: 1 to 1,000.
    case historyLimit
    /// The OpenSearch template that typed words go to.
    case searchTemplate
    /// Where `home` leads.
    case homePage
    /// The steps of `zoom in` and `zoom out`, in percent.
    case zoomLadder
    /// Search engines besides the usual one: `KEYWORD=TEMPLATE`, a space between.
    case searchEngines

    /// Whether the value may tell what somebody does: it has addresses in it.
    public var holdsAddresses: Bool {
      switch self {
      case .homePage, .searchTemplate, .searchEngines: true
      case .historyLimit, .zoomLadder: false
      }
    }
  }

  /// The event that set it, or nothing where the default stands.
  public func source(of name: Name) -> EventID { sources[Int(name.rawValue)] }

  mutating func set(_ name: Name, source: EventID) { sources[Int(name.rawValue)] = source }
}
