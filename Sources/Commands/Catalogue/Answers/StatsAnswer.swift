internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The answer of `stats`.
struct StatsAnswer: AnswerObject {
  private let context: CommandContext
  private let isInternal: Bool
  private let state: ProfileState
  private let undoneBatches: Int
  /// The statistics of the file, or nil if the past is shown or the profile is in memory.
  private var file: FileStatistics?
  /// The activity, or nil if internal numbers are shown.
  private let activity: Activity?
  /// For each program that has held a state for so long that the file grows, its oldest held state.
  private var heldStates: [HeldState] = []

  private struct FileStatistics {
    let log: LogStatistics
    let rejectedStates: Int
    let indexedPages: Int
    let backup: BackupMark?
    let formerCopy: FormerCopy?

    init(_ store: Store) throws {
      log = try store.log.statistics()
      rejectedStates = try store.rejectedCheckpointCount()
      indexedPages = try store.visitIndexSize().rowCount
      (backup, formerCopy) = try store.log.read { reader in
        (try reader.backupMark(), try reader.formerCopy())
      }
    }
  }

  init(isInternal: Bool, in context: CommandContext) throws {
    self.context = context
    self.isInternal = isInternal
    state = try context.readState()
    undoneBatches = context.shownTimeline(isPrivate: false).undoneBatches.count
    if context.past == nil, context.store.log.directory != nil {
      file = try FileStatistics(context.store)
    }
    if context.past == nil {
      let held = try context.store.log.heldStates()
      var processes: Set<Int32> = []
      heldStates = held.filter {
        $0.passedWrites >= HeldState.manyWrites && processes.insert($0.process).inserted
      }
    }
    activity = isInternal ? nil : try Activity(context)
  }

  /// The store, or nil if the past is shown. Statistics of the entire log do not apply to a past
  /// moment.
  private var present: Store? { context.past == nil ? context.store : nil }

  // MARK: Numbers

  /// A number in the answer.
  private struct Statistic {
    let name: String
    /// The meaning of the number, which is used in the table and as the summary of the JSON member.
    let label: String
    let audience: Audience
    /// Returns the number, or nil if it does not apply to the profile or the moment shown.
    let value: @Sendable (StatsAnswer) -> Int?

    /// The users to whom the table shows the number. JSON contains all numbers.
    enum Audience {
      case everybody
      /// Everybody, unless the value is 0.
      case whereAny
      /// Developers of Retrace.
      case isInternal
    }

    init(
      _ name: String, _ label: String, _ audience: Audience = .everybody,
      _ value: @escaping @Sendable (StatsAnswer) -> Int?
    ) {
      self.name = name
      self.label = label
      self.audience = audience
      self.value = value
    }
  }

  private static let ofMoment = [
    Statistic("events", "events") { Int($0.state.browser.sequence.rawValue) },
    Statistic("windows", "windows") { $0.state.browser.windowOrder.count },
    Statistic("tabs", "tabs") { $0.state.browser.tabCount },
    Statistic("closed", "closed items that can be reopened") { $0.state.browser.closed.count },
    Statistic("bookmarks", "bookmarks and folders") { $0.state.library.bookmarks.count },
    Statistic("zoomedSites", "sites with a zoom") { $0.state.browser.zoom.sites.set.count },
    Statistic("undoneBatches", "actions undone", .whereAny) { $0.undoneBatches },
  ]

  private static let ofProfile = [
    Statistic("damagedEvents", "damaged events", .whereAny) { $0.present?.damagedEvents.count },
    // An event is counted once for each time when data in it was forgotten.
    Statistic("forgottenEvents", "events forgotten", .whereAny) {
      $0.present?.timeline.redactions.reduce(0) { $0 + $1.count }
    },
    Statistic("unknownEvents", "events of a newer version", .whereAny) {
      $0.present?.timeline.unknownCount
    },
    Statistic("lostEvents", "events lost before a recovery") {
      $0.present.flatMap { $0.lostEvents.isEmpty ? nil : $0.lostEvents.count }
    },
    Statistic("fileBytes", "bytes on disk") { $0.file?.log.fileBytes },
    Statistic("bytesPerEvent", "bytes per event", .isInternal) {
      let events = Int($0.context.store.browser.sequence.rawValue)
      return events == 0 ? nil : $0.file.map { $0.log.fileBytes / events }
    },
    Statistic("openedAt", "event of the stored state it was opened from", .isInternal) { stats in
      stats.file.map { _ in Int(stats.context.store.openedAt.rawValue) }
    },
    Statistic("keptBytes", "bytes of stored states and of the index", .isInternal) {
      $0.file?.log.checkpointBytes
    },
    Statistic("rejectedStates", "stored states that did not fit and were dropped", .isInternal) {
      $0.file?.rejectedStates
    },
    Statistic("indexedPages", "pages in the index", .isInternal) { $0.file?.indexedPages },
    Statistic("backupOf", "events when it was made as a backup") {
      $0.file?.backup.map { Int($0.recordCount) }
    },
    Statistic("restoredAt", "events when it was restored from an older copy") {
      $0.file?.formerCopy.map { Int($0.recordCount) }
    },
  ]

  static let members = AnswerMembers<Self> { stats in
    for statistic in ofMoment {
      let summary = statistic.label == statistic.name ? "" : statistic.label
      stats.member(statistic.name, summary) { statistic.value($0) ?? 0 }
    }
    for statistic in ofProfile { stats.optional(statistic.name, statistic.label, statistic.value) }
    stats.all(Activity.members) { $0.activity }
    stats.optional("recordingFailure", "why states could not be saved recently") {
      $0.recordingFailure
    }
    stats.optionalList("readers", "programs that make the file grow") {
      $0.heldStates.isEmpty ? nil : $0.heldStates
    } of: { reader in
      reader.member("process") { $0.process }
      reader.member("passedWrites") { $0.passedWrites }
    }
  }

  private var recordingFailure: String? { present?.recordingFailure.map { "\($0)" } }

  // MARK: For people

  /// The table of the numbers, and the sentences below it.
  var lines: SafeText {
    var table = Table([.left, .right])
    for statistic in Self.ofMoment + Self.ofProfile {
      guard let value = statistic.value(self), isShown(value, to: statistic.audience) else {
        continue
      }
      table.add([SafeText(statistic.label), SafeText(value.grouped)])
    }
    var lines = table.text(width: context.presentation.columns)
    if let activity { lines += activity.lines }
    if let recordingFailure {
      lines += SafeText("States could not be saved recently: \(recordingFailure)") + "\n"
    }
    for state in heldStates {
      let sentence =
        "Process \(state.process) has been reading the same state for "
        + "\(state.passedWrites.grouped) writes. The file grows until the process continues or "
        + "ends."
      lines += SafeText(sentence) + "\n"
    }
    return lines
  }

  private func isShown(_ value: Int, to audience: Statistic.Audience) -> Bool {
    switch audience {
    case .everybody: true
    case .whereAny: isInternal || value != 0
    case .isInternal: isInternal
    }
  }
}
