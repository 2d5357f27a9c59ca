internal import Bytes

/// Settings, each represented by the event that set it.
///
/// A ``Browser`` contains the settings of a device, and a ``Library`` contains the settings that
/// devices share. ``Name/isOfLibrary`` distinguishes them. Values are text, which stays in the log.
/// ``value(of:text:)`` looks up a value. Only the history limit, which the fold needs, is stored in
/// this type as a number.
public struct Settings: Equatable, Sendable {
  /// The maximum number of entries of a tab (H8), from 1 to ``largestHistoryLimit``.
  public internal(set) var historyLimit = Settings.defaultHistoryLimit
  private var sources = ContiguousArray<EventID>(
    repeating: .nothing, count: Name.allCases.count)

  /// The default history limit.
  public static let defaultHistoryLimit = 50
  /// The largest history limit that can be set. No tab ever has more entries.
  public static let largestHistoryLimit = 1_000
  /// The default number of days after which a proposal expires.
  public static let defaultProposalDays = 7
  /// The largest number of days after which a proposal can expire: ten years.
  public static let largestProposalDays = 3_650

  /// The names of settings. Users type the names, and scripts contain them. Raw values are stored
  /// in events and never reused.
  public enum Name: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// The maximum number of entries of a tab (H8): a number from 1 to 1,000.
    case historyLimit
    /// The OpenSearch template of the default search engine (A3): a URL with `{searchTerms}`.
    case searchTemplate
    /// The URL that the command `home` opens.
    case homePage
    /// The levels for zooming in and out (Z1): ascending percentages from 25 to 500, separated by
    /// spaces.
    case zoomLadder
    /// Additional search engines: `KEYWORD=TEMPLATE`, separated by spaces.
    case searchEngines
    /// The number of days after which a proposal that nobody has answered expires: a number from 1
    /// to ``largestProposalDays``.
    case proposalDays

    /// Whether the setting belongs to the ``Library``, which devices share, and not to the
    /// ``Browser``.
    public var isOfLibrary: Bool {
      switch self {
      case .homePage, .searchTemplate, .searchEngines: true
      case .historyLimit, .zoomLadder, .proposalDays: false
      }
    }

    /// Whether the value contains URLs, so that forgetting a site must also check this setting.
    public var holdsAddresses: Bool {
      switch self {
      case .homePage, .searchTemplate, .searchEngines: true
      case .historyLimit, .zoomLadder, .proposalDays: false
      }
    }
  }

  /// Returns the event that set a setting, or ``EventID/nothing`` if the setting has its default
  /// value.
  public func source(of name: Name) -> EventID { sources[Int(name.rawValue)] }

  /// Returns the value of a setting as text, or nil if the setting has its default value or its
  /// value was forgotten.
  public func value<Source: TextSource & ~Copyable>(
    of name: Name, text source: borrowing Source
  ) -> String? {
    let event = self.source(of: name)
    guard event.exists, let value = source.text(.value, of: event) else { return nil }
    // A forgotten value is present and empty.
    return value.isEmpty ? nil : value
  }

  /// Folds a change of a setting: stores the event that set it, and the number that the fold needs.
  mutating func apply(_ event: SettingChanged, at sequence: EventID) {
    sources[Int(event.name.rawValue)] = event.value.isPresent ? sequence : .nothing
    guard event.name == .historyLimit else { return }
    historyLimit =
      event.value.isPresent
      ? min(max(Int(event.number), 1), Settings.largestHistoryLimit) : Settings.defaultHistoryLimit
  }

  /// Writes the events that set the settings of one state, and the history limit.
  func put(_ writer: inout ByteWriter, ofLibrary isOfLibrary: Bool) {
    if !isOfLibrary { writer.put(count: historyLimit) }
    for name in Name.allCases where name.isOfLibrary == isOfLibrary {
      writer.put(source(of: name))
    }
  }

  /// Reads the output of ``put(_:ofLibrary:)``.
  mutating func read(_ reader: inout ByteReader, ofLibrary isOfLibrary: Bool) {
    if !isOfLibrary {
      historyLimit = min(Int(truncatingIfNeeded: reader.number()), Settings.largestHistoryLimit)
    }
    for name in Name.allCases where name.isOfLibrary == isOfLibrary {
      sources[Int(name.rawValue)] = reader.id()
    }
  }
}
