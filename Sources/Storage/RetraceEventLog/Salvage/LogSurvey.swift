/// The result of checking every page of a log.
public struct LogSurvey: Sendable {
  /// The damaged places, at most a thousand.
  public internal(set) var faults: [LogFault] = []
  /// The number of damaged places in each part.
  public internal(set) var faultCounts: [LogFault.Part: Int] = [:]
  /// The number of the newest record that the log has or should have.
  public internal(set) var newest: UInt64 = 0
  /// The number of intact records.
  public internal(set) var wholeCount: UInt64 = 0
  /// The records that are missing or damaged, except the records in ``knownLost``.
  public internal(set) var lost: [ClosedRange<UInt64>] = []
  /// The records that were lost earlier, as recorded by a recovery.
  public internal(set) var knownLost: [ClosedRange<UInt64>] = []
  /// The number of intact blobs.
  public internal(set) var blobCount = 0
  /// The keys of damaged blobs.
  public internal(set) var damagedBlobs: [[UInt8]] = []
  /// The keys of damaged or missing metadata.
  public internal(set) var damagedMetadata: [String] = []
  /// The number of entries in the table of derived data.
  public internal(set) var checkpointCount = 0
  /// The number of pages of the newest state.
  public internal(set) var pageCount: UInt64 = 0
  /// The number of pages that may be reused.
  public internal(set) var freePageCount: UInt64 = 0
  /// The number of pages that nothing refers to. Such pages take space but are harmless.
  public internal(set) var unusedPageCount: UInt64 = 0
  /// The length of the data file in bytes.
  public internal(set) var fileBytes = 0
  /// The number of the newest acknowledged record, if it is greater than ``newest``, otherwise nil.
  public internal(set) var olderThanNoted: UInt64?

  /// Whether nothing is damaged.
  public var isSound: Bool {
    faultCounts.isEmpty && lost.isEmpty && damagedBlobs.isEmpty && damagedMetadata.isEmpty
      && olderThanNoted == nil
  }
}

extension LogSurvey {
  /// Removes the faults of a part, and returns whether there were any.
  package mutating func removeFaults(of part: LogFault.Part) -> Bool {
    faults.removeAll { $0.part == part }
    return faultCounts.removeValue(forKey: part) != nil
  }
}

extension PageLog {
  /// Checks every page of the file, and every record, blob and metadata value in the pages.
  ///
  /// - Parameters:
  ///   - checks: The checks of the contents.
  ///   - progress: Receives the number of checked pages and the total number, and returns whether
  ///     to continue.
  /// - Returns: The result, or nil if the survey was cancelled.
  /// - Complexity: O(bytes of the file).
  public func survey(
    _ checks: ContentChecks, progress: @escaping (_ done: Int, _ total: Int) -> Bool
  ) -> LogSurvey? {
    let total = Int(clamping: min(file.pageCount, filePages))
    var surveyor = Surveyor(
      self, checks,
      TreeWalk(file, filePages: filePages) { progress(min(Int(clamping: $0), total), total) })
    surveyor.surveyTables()
    return surveyor.walk.isStopped ? nil : surveyor.survey()
  }
}

extension TreeWalk {
  /// A walk of an empty file.
  static var none: TreeWalk {
    TreeWalk(PageFile(descriptor: -1, pageBytes: 4_096, pageCount: 0), filePages: 0) { _ in true }
  }
}
