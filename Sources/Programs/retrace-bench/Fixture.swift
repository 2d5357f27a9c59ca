import BrowserModel
import Catalogue
import EventCoding
import Platform
import RetraceEventLog
import RetraceStore

/// A profile filled by a workload. Measurements that write use copies of this profile.
struct Fixture {
  let directory: String
  let count: Int
  /// The options of the measurement, including the size of the workload.
  private let options: Options
  private let folder: WorkFolder

  private static let batch = 10_000

  /// Fills a profile in the work folder, or reuses an existing profile.
  init(_ options: Options, in folder: WorkFolder) throws {
    self.options = options
    self.folder = folder
    count = options.events
    directory =
      folder.path
      + "/profile-\(options.events)-\(options.tabs)-\(options.windows)-\(options.seed)-\(options.zoomedSites)"
    try fill()
  }

  /// The folder of the LMDB environment in the profile.
  var environment: String { Self.environment(of: directory) }

  static func environment(of profile: String) -> String { profile + "/log-1" }

  /// Returns the folder of a copy of a profile.
  ///
  /// - Parameter original: The profile to copy, or nil for the profile that the workload has
  ///   filled.
  func copyProfile(
    _ name: String, of original: String? = nil
  ) throws -> String {
    let original = original ?? directory
    let copy = try folder.fresh(name)
    try FileTree.makeFolder(Self.environment(of: copy))
    try WorkFolder.copy(original + "/current", to: copy + "/current")
    try WorkFolder.copy(
      Self.environment(of: original) + "/data.mdb", to: Self.environment(of: copy) + "/data.mdb")
    return copy
  }

  /// Returns a copy of the profile that was opened once and has stored its checkpoints, and the
  /// time that the opening took.
  func openedProfile() throws -> (directory: String, nanoseconds: Double) {
    let opened = try copyProfile("opened")
    let time = try Clock.time {
      _ = try Store(EventLog(profile: opened, access: .readWrite)) { 0 }
    }
    return (opened, time)
  }

  /// Copies an LMDB environment and returns the folder of the copy. By default, this is the
  /// environment that the workload has filled.
  func copyEnvironment(
    _ name: String, of profile: String? = nil
  ) throws -> String {
    let copy = try folder.fresh(name)
    try WorkFolder.copy(
      Self.environment(of: profile ?? directory) + "/data.mdb", to: copy + "/data.mdb")
    return copy
  }

  private func fill() throws {
    let log = try EventLog(profile: directory, access: .readWrite)
    let there = try log.read { (reader) throws in try reader.newest() }
    if there == UInt64(count) { return }
    guard there == 0 else {
      throw CommandError("failed", "\(directory) contains different events. Remove it first.")
    }
    var records = WorkloadRecords(Workload(options.size))
    var left = count
    while left > 0 {
      records.fill(min(left, Self.batch))
      try log.append(records.encoder)
      left -= records.encoder.ends.count
    }
  }
}

extension EventLog {
  /// Appends encoded records in one transaction.
  func append(_ encoder: EventEncoder) throws {
    let (bytes, ends) = (encoder.bytes, encoder.ends)
    try write { writer in
      var start = 0
      for end in ends {
        try writer.append(bytes.span.raw.extracting(start..<end))
        start = end
      }
    }
  }
}
