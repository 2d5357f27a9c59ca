import EventCoding
import Platform

/// The outcome of a recovery.
public struct Salvage: Sendable {
  /// The directory of the new profile.
  public internal(set) var directory = ""
  /// The number of the newest record of the new profile.
  public internal(set) var newest: UInt64 = 0
  /// The records that could not be restored. In the new profile, they are replaced with unreadable
  /// records.
  public internal(set) var lost: [ClosedRange<UInt64>] = []
  /// The records in ``lost`` that an earlier recovery had already lost.
  public internal(set) var knownLost: [ClosedRange<UInt64>] = []
  /// The number of blobs in the new profile.
  public internal(set) var blobCount = 0
  /// The keys of blobs that could not be restored.
  public internal(set) var lostBlobs: [[UInt8]] = []
  /// The keys of metadata that could not be restored.
  public internal(set) var lostMetadata: [String] = []
  /// The number of the newest acknowledged record, if it is greater than ``newest``, otherwise nil.
  public internal(set) var olderThanNoted: UInt64?

  /// The number of restored records.
  public var recoveredCount: UInt64 { newest - lost.numberCount }

  /// Whether everything that existed before the damage was restored.
  public var isComplete: Bool {
    lost.without(knownLost).isEmpty && lostBlobs.isEmpty && lostMetadata.isEmpty
      && olderThanNoted == nil
  }
}

extension PageLog {
  /// Copies everything readable into a new profile, which is created completely or not at all.
  ///
  /// The new profile has the identifier of the damaged profile, which it replaces, and a new device
  /// identifier.
  ///
  /// - Parameters:
  ///   - path: The directory of the new profile, which must be missing or empty.
  ///   - checks: The checks of the contents.
  ///   - progress: Receives the work done and the total work, and returns whether to continue.
  /// - Returns: The outcome, or nil if the recovery was cancelled. In that case, no new profile is
  ///   created.
  /// - Throws: ``LogError/Reason/occupied`` if the directory is not empty, and errors of the system
  ///   while writing the new profile.
  /// - Complexity: O(bytes of the file).
  public func salvage(
    into path: String, _ checks: ContentChecks,
    progress: @escaping (_ done: Int, _ total: Int) -> Bool
  ) throws -> Salvage? {
    let profile = try Profile(directory: path)
    try profile.refuseOccupied()
    guard !profile.directory.hasPrefix(directory + "/") else {
      throw LogError(.notAProfile, operation: "create a profile", path: directory)
    }
    var salvager = Salvager(self, checks, goesOn: progress)
    salvager.search()
    guard !salvager.isStopped else { return nil }
    let draft = try profile.draft()
    var writer = SalvageWriter(salvager, self)
    let result: Salvage?
    do {
      result = try writer.write(to: draft.path, progress)
    } catch let error as LogError {
      FileSystem.remove(draft.path)
      throw LogError(
        error.reason, code: error.code, operation: error.operation, path: profile.directory)
    }
    guard var result else {
      FileSystem.remove(draft.path)
      return nil
    }
    guard try profile.put(draft) else { throw profile.occupied }
    result.directory = profile.directory
    return result
  }
}

extension Profile {
  var occupied: LogError {
    LogError(.occupied, code: EEXIST, operation: "create a profile", path: directory)
  }

  /// Throws ``LogError/Reason/occupied`` if the directory exists and is not empty.
  func refuseOccupied() throws {
    try FileSystemKind.refuseNetwork(directory, operation: "create a profile")
    guard FileSystem.exists(directory) else { return }
    guard FileSystem.isDirectory(directory), try FileSystem.names(in: directory).isEmpty else {
      throw occupied
    }
  }
}
