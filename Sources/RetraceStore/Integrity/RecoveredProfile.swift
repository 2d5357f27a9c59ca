public import BrowserModel
internal import EventCoding
public import RetraceEventLog

/// A profile created from all readable data of a damaged profile.
public struct RecoveredProfile: Sendable {
  /// The data that was restored, and the data that was lost.
  public let salvage: Salvage
  /// The lost events, grouped into at most ``maximumLosses`` ranges, with their context.
  public let losses: [Loss]

  /// A range of lost events.
  public struct Loss: Sendable {
    /// The numbers of the events.
    public let events: ClosedRange<UInt64>
    /// The time of the event before the range, in milliseconds since 1970, or nil if there is no
    /// such event.
    public internal(set) var after: Int64?
    /// The time of the event after the range, or nil if there is no such event.
    public internal(set) var before: Int64?
    /// The tabs that the lost events may be about: the tabs of the surrounding events, and the tabs
    /// that the lost events opened according to later events.
    public internal(set) var tabs: [TouchedTab] = []
  }

  /// A tab that a lost event may be about.
  public struct TouchedTab: Hashable, Sendable {
    /// The tab.
    public let tab: TabID
    /// Whether the event that opened the tab is lost.
    public let wasOpenedThere: Bool
    /// The known page that the tab showed closest to the loss, or empty if no page is known.
    public internal(set) var url = ""
  }

  /// The maximum number of ranges to describe.
  public static let maximumLosses = 100
  /// The maximum number of tabs per range.
  private static let maximumTabs = 8

  /// Creates the profile. Nothing is written to the old profile.
  ///
  /// - Parameters:
  ///   - path: The directory of the old profile.
  ///   - directory: The directory of the new profile, which must not exist.
  ///   - log: The old log, if this process has it open.
  ///   - progress: Receives the work done and the total work, and returns whether to continue.
  /// - Returns: The profile, or nil if the recovery was cancelled. In that case, no files remain.
  /// - Throws: `LogError` if there is no profile at `path`, if it cannot be read, or if the new
  ///   profile cannot be written.
  /// - Complexity: O(bytes of the file).
  public static func make(
    of path: String, in directory: String, log: EventLog? = nil,
    progress: @escaping (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws -> RecoveredProfile? {
    let salvage = try PageLog.read(profile: path, log: log) { pages in
      try pages.salvage(into: directory, .ofProfiles, progress: progress)
    }
    guard let salvage else { return nil }
    return RecoveredProfile(
      salvage: salvage, losses: try losses(salvage, in: salvage.directory))
  }

  /// Determines, from the new profile, what the lost events may have been about.
  private static func losses(
    _ salvage: Salvage, in directory: String
  ) throws -> [Loss] {
    var losses = salvage.lost.without(salvage.knownLost).prefix(maximumLosses).map {
      Loss(events: $0)
    }
    guard !losses.isEmpty else { return [] }
    let log = try EventLog(profile: directory, access: .readOnly)
    try log.read { reader in
      for place in losses.indices { try addNeighbours(&losses[place], reader) }
      try addTabsOpened(in: &losses, reader)
      for place in losses.indices {
        for index in losses[place].tabs.indices {
          let tab = losses[place].tabs[index].tab
          let events = losses[place].events
          var found = try url(of: tab, after: events.upperBound, reader)
          if found == nil { found = try url(of: tab, before: events.lowerBound, reader) }
          losses[place].tabs[index].url = found ?? ""
        }
      }
    }
    return losses
  }

  /// Adds the times of a range, and the tabs of the surrounding events.
  private static func addNeighbours(
    _ loss: inout Loss, _ reader: borrowing Reader
  ) throws {
    var tabs: [TabID] = []
    let (first, last) = (loss.events.lowerBound, loss.events.upperBound)
    if first > 1 {
      try visit(reader, from: 1, through: first - 1, backwards: true) { event, _ in
        loss.after = event.milliseconds
        if let tab = event.subject?.tab { tabs.append(tab) }
        return false
      }
    }
    try visit(reader, from: last + 1, through: .max, backwards: false) { event, _ in
      loss.before = event.milliseconds
      if let tab = event.subject?.tab, !tabs.contains(tab) { tabs.append(tab) }
      return false
    }
    loss.tabs = tabs.filter { !loss.events.contains(UInt64(clamping: $0.rawValue)) }
      .map { TouchedTab(tab: $0, wasOpenedThere: false) }
  }

  /// Adds the tabs to which later events refer but that no readable event opened.
  private static func addTabsOpened(
    in losses: inout [Loss], _ reader: borrowing Reader
  ) throws {
    guard let first = losses.first?.events.lowerBound else { return }
    var found = losses
    try visit(reader, from: first, through: .max, backwards: false) { event, _ in
      guard let tab = event.subject?.tab, let number = UInt64(exactly: tab.rawValue),
        let place = found.firstIndex(where: { $0.events.contains(number) }),
        found[place].tabs.count < maximumTabs, !found[place].tabs.contains(where: { $0.tab == tab })
      else { return true }
      found[place].tabs.append(TouchedTab(tab: tab, wasOpenedThere: true))
      return true
    }
    losses = found
  }

  /// The maximum number of events to read in order to find the page of a tab.
  private static let nearby: UInt64 = 4_096

  private static func url(
    of tab: TabID, after last: UInt64, _ reader: borrowing Reader
  ) throws -> String? {
    try url(of: tab, from: last + 1, through: last + nearby, backwards: false, reader)
  }

  private static func url(
    of tab: TabID, before first: UInt64, _ reader: borrowing Reader
  ) throws -> String? {
    guard first > 1 else { return nil }
    let from = first > nearby ? first - nearby : 1
    return try url(of: tab, from: from, through: first - 1, backwards: true, reader)
  }

  private static func url(
    of tab: TabID, from first: UInt64, through last: UInt64, backwards: Bool,
    _ reader: borrowing Reader
  ) throws -> String? {
    var url: String?
    try visit(reader, from: first, through: last, backwards: backwards) { event, words in
      guard event.subject?.tab == tab, event.visitedURL.isPresent else { return true }
      url = words(event.visitedURL)
      return url?.isEmpty ?? true
    }
    return url
  }

  private static func visit(
    _ reader: borrowing Reader, from first: UInt64, through last: UInt64, backwards: Bool,
    _ body: (borrowing Event, EventWords) -> Bool
  ) throws {
    try reader.visitEvents(
      from: EventID(Int32(clamping: first)), through: EventID(Int32(clamping: last)),
      backwards: backwards, damaged: { _ in }, body)
  }
}
