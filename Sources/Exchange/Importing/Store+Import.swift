internal import BrowserModel
internal import EventLog
public import Store

extension Store {
  /// Brings in what another program knows, as one batch of the actor `import`: one undo takes it back.
  ///
  /// What is there already does not come again (``KnownItems``). A log of Retrace is taken in event by
  /// event instead, as the actions that it was made by.
  ///
  /// - Parameter progress: Told now and then how many things of how many were looked at; the second
  ///   number is 0 where it is not known. What it throws ends the import.
  /// - Throws: ``ImportFailure`` where the source cannot be read, `StoreFailure` and `LogFailure`
  ///   where the profile cannot be written. Nothing was written then.
  /// - Complexity: O(events + things); memory for what is known and for one thing at a time.
  public func importAll(
    of source: ImportSource, _ options: ImportOptions = ImportOptions(),
    progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws -> ImportReport {
    if let log = source.log {
      return try EventTaker.take(log, into: self, isDryRun: options.isDryRun, progress)
    }
    do {
      return try append(by: Origin(.import, via: .console)) { batch in
        // In the transaction: what another process brings in meanwhile would come twice.
        var importer = try Importer(options, self)
        var done = ImportProgress()
        try importer.begin(&batch)
        try source.read { item in
          try done.count(item, progress)
          try importer.take(item, &batch)
        }
        if options.isDryRun { throw DryRun(report: importer.report) }
        return importer.report
      }
    } catch let end as DryRun {
      return end.report
    }
  }
}

/// Takes back all that was written, and says what it was.
struct DryRun: Error {
  let report: ImportReport
}

/// How far an import is.
private struct ImportProgress {
  private var done = 0
  private var total = 0

  /// Things between two reports.
  private static let step = 1_024

  mutating func count(
    _ item: PortableItem, _ progress: (Int, Int) throws -> Void
  ) rethrows {
    if case .announced(let more) = item {
      total += more
      return
    }
    done += 1
    if done % Self.step == 0 { try progress(done, total < done ? 0 : total) }
  }
}

/// What an import is to do beside reading a file.
public struct ImportOptions: Equatable, Sendable {
  /// The path of the folder that bookmarks go into; empty: the top.
  public var folder: [String] = []
  /// Only visits and bookmarks from then on, in milliseconds since 1970 UTC.
  public var since: Int64?
  /// Only visits and bookmarks up to then, in milliseconds since 1970 UTC.
  public var until: Int64?
  /// Whether nothing is to be written.
  public var isDryRun = false

  public init() {}

  /// Whether something of a time is wanted. If a limit is set, something without a time, 0, is not.
  func isInPeriod(_ milliseconds: Int64) -> Bool {
    if let since, milliseconds < since { return false }
    if let until, milliseconds > until || milliseconds == 0 { return false }
    return true
  }
}

/// How much an import brought in, or would bring in.
public struct ImportCounts: Equatable, Sendable {
  public var windows = 0
  public var tabs = 0
  public var groups = 0
  /// Closed tabs, those of closed windows included.
  public var closedTabs = 0
  public var bookmarks = 0
  public var folders = 0
  public var separators = 0
  public var visits = 0
  public var sites = 0
  /// Events of a log of Retrace.
  public var events = 0
  /// What was there already.
  public var known = 0
  /// What cannot be read or kept; ``ImportReport/problems`` says of some what it was.
  public var problems = 0

  public init() {}

  /// Whether it changes nothing.
  public var isEmpty: Bool {
    windows + tabs + groups + closedTabs + bookmarks + folders + separators + visits + sites
      + events == 0
  }
}

/// What an import did, or would do.
public struct ImportReport: Equatable, Sendable {
  public var counts = ImportCounts()
  /// The first of the problems, each in a sentence.
  public var problems: [String] = []

  /// What the source has, and nothing here has a place for, by kind.
  public var leftOut: [LeftOut: Int] = [:]

  /// So many problems are told one by one.
  public static let toldProblems = 100

  public init() {}

  mutating func add(problem: String) {
    counts.problems += 1
    if problems.count < Self.toldProblems { problems.append(problem) }
  }
}

/// Why nothing was imported.
public struct ImportFailure: Error, Equatable {
  /// One plain sentence.
  public let message: String

  public init(_ message: String) { self.message = message }
}
