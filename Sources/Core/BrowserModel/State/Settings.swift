/// Settings: for each the event that set it.
///
/// A ``Browser`` has those of a device, a ``Library`` those that devices share, as
/// ``Name/isOfLibrary`` tells. A value is text and stays in the log; ``value(of:text:)``
/// looks it up. Only the history limit, which the fold needs, is here as a number.
public struct Settings: Equatable, Sendable {
  /// The number of entries a tab keeps (H8), from 1 to ``largestHistoryLimit``.
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
    /// The number of entries a tab keeps (H8): a number from 1 to 1,000.
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

    /// Whether it belongs to the ``Library``, which devices share, and not to the
    /// ``Browser``.
    public var isOfLibrary: Bool {
      switch self {
      case .homePage, .searchTemplate, .searchEngines: true
      case .historyLimit, .zoomLadder: false
      }
    }

    /// Whether the value contains URLs, so that forgetting a site must look into it.
    public var holdsAddresses: Bool {
      switch self {
      case .homePage, .searchTemplate, .searchEngines: true
      case .historyLimit, .zoomLadder: false
      }
    }
  }

  /// Returns the event that set a setting, or ``EventID/nothing`` if it has its default.
  public func source(of name: Name) -> EventID { sources[Int(name.rawValue)] }

  /// Returns the value of a setting in words, or nil if it has its default, or its value was
  /// forgotten.
  public func value<Source: TextSource & ~Copyable>(
    of name: Name, text source: borrowing Source
  ) -> String? {
    let event = self.source(of: name)
    guard event.exists, let value = source.text(.value, of: event) else { return nil }
    // A value that was forgotten is there and empty.
    return value.isEmpty ? nil : value
  }

  /// Folds a setting: which event set it, and the number that the fold needs.
  mutating func apply(_ event: SettingChanged, at sequence: EventID) {
    sources[Int(event.name.rawValue)] = event.value.isPresent ? sequence : .nothing
    guard event.name == .historyLimit else { return }
    historyLimit =
      event.value.isPresent
      ? min(max(Int(event.number), 1), Settings.largestHistoryLimit) : Settings.defaultHistoryLimit
  }

  /// Writes which events set the settings of one state, and the history limit.
  func put(_ writer: inout SnapshotWriter, ofLibrary isOfLibrary: Bool) {
    if !isOfLibrary { writer.put(count: historyLimit) }
    for name in Name.allCases where name.isOfLibrary == isOfLibrary {
      writer.put(source(of: name))
    }
  }

  /// Reads what ``put(_:ofLibrary:)`` wrote.
  mutating func read(_ reader: inout SnapshotReader, ofLibrary isOfLibrary: Bool) {
    if !isOfLibrary {
      historyLimit = min(Int(truncatingIfNeeded: reader.number()), Settings.largestHistoryLimit)
    }
    for name in Name.allCases where name.isOfLibrary == isOfLibrary {
      sources[Int(name.rawValue)] = reader.id()
    }
  }
}
