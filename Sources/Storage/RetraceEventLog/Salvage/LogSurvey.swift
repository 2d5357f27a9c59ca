/// What a look at every page of a log has found.
public struct LogSurvey: Sendable {
  /// The places that are not what they should be, at most a thousand.
  public internal(set) var faults: [LogFault] = []
  /// The number of such places of each part.
  public internal(set) var faultCounts: [LogFault.Part: Int] = [:]
  /// The newest record that the log has or should have.
  public internal(set) var newest: UInt64 = 0
  /// The number of records that are whole.
  public internal(set) var wholeCount: UInt64 = 0
  /// The records that are missing or not what was written, except for ``knownLost``.
  public internal(set) var lost: [ClosedRange<UInt64>] = []
  /// The records that were lost earlier, as a recovery has noted.
  public internal(set) var knownLost: [ClosedRange<UInt64>] = []
  /// The number of blobs that are whole.
  public internal(set) var blobCount = 0
  /// The keys of the blobs that are not what was written.
  public internal(set) var damagedBlobs: [[UInt8]] = []
  /// The keys of metadata that are not what was written, or missing.
  public internal(set) var damagedMetadata: [String] = []
  /// The number of entries the table of what is derived has.
  public internal(set) var checkpointCount = 0
  /// The number of pages the newest state has.
  public internal(set) var pageCount: UInt64 = 0
  /// The number of them that may be rewritten.
  public internal(set) var freePageCount: UInt64 = 0
  /// The number of them that nothing refers to. They cost room and do no harm.
  public internal(set) var unusedPageCount: UInt64 = 0
  /// The length of the data file in bytes.
  public internal(set) var fileBytes = 0
  /// The newest record that was noted, where it is newer than the log.
  public internal(set) var olderThanNoted: UInt64?

  /// Whether everything is as it was written.
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
  /// Looks at every page, and at every record, blob and metadata in them.
  ///
  /// - Parameters:
  ///   - checks: What the bytes should be.
  ///   - progress: Receives how many pages were looked at, and how many there are; returns whether
  ///     to continue.
  /// - Returns: Nil when it was stopped.
  /// - Complexity: O(bytes of the file).
  public func survey(
    _ checks: ContentChecks, progress: @escaping (_ done: Int, _ total: Int) -> Bool
  ) -> LogSurvey? {
    let total = Int(clamping: min(file.pageCount, filePages))
    var surveyor = Surveyor(
      self, checks,
      TreeWalk(file, filePages: filePages) { progress(min(Int(clamping: $0), total), total) })
    surveyor.lookAtTables()
    return surveyor.walk.isStopped ? nil : surveyor.survey()
  }
}

extension TreeWalk {
  /// A walk through nothing.
  static var none: TreeWalk {
    TreeWalk(PageFile(descriptor: -1, pageBytes: 4_096, pageCount: 0), filePages: 0) { _ in true }
  }
}
