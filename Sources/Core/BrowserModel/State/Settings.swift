/// The settings of a profile: for each the event that set it.
///
/// A value is text and stays in the log; `Browser.value(of:text:)` looks it up. Only the
/// history limit, which the fold needs, is here as a number.
public struct Settings: Equatable, Sendable {
  /// How many entries a tab keeps (H8), from 1 to ``largestHistoryLimit``.
  public internal(set) var historyLimit = Settings.defaultHistoryLimit
  private var sources = ContiguousArray<EventID>(
    repeating: .nothing, count: Name.allCases.count)

  /// The history limit unless it is set.
  public static let defaultHistoryLimit = 50
  /// The largest history limit that can be set. No tab ever has more entries.
  public static let largestHistoryLimit = 1_000

  /// The settings by name. Names are typed by users and stand in scripts; raw values are
  /// stored in events and never reused.
  public enum Name: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// How many entries a tab keeps (H8): a number from 1 to 1,000.
    case historyLimit
    /// The OpenSearch template of the default search engine (A3): a URL with
    /// `{searchTerms}` in it.
    case searchTemplate
    /// The URL that the command `home` goes to.
    case homePage
    /// The levels of zooming in and out (Z1): rising percentages from 25 to 500, separated
    /// by spaces.
    case zoomLadder
    /// Further search engines: `KEYWORD=TEMPLATE`, separated by spaces.
    case searchEngines

    /// Whether the value contains URLs, so that forgetting a site has to look into it.
    public var holdsAddresses: Bool {
      switch self {
      case .homePage, .searchTemplate, .searchEngines: true
      case .historyLimit, .zoomLadder: false
      }
    }
  }

  /// Returns the event that set a setting, or ``EventID/nothing`` if it has its default.
  public func source(of name: Name) -> EventID { sources[Int(name.rawValue)] }

  /// Records which event set a setting; ``EventID/nothing`` for the default.
  mutating func set(_ name: Name, source: EventID) { sources[Int(name.rawValue)] = source }
}
