import EventCoding
import Glibc

/// What a recovery has got back.
public struct Salvage: Sendable {
  /// The directory of the new profile.
  public internal(set) var directory = ""
  /// The newest record of the new profile.
  public internal(set) var newest: UInt64 = 0
  /// The records that could not be got back. Records that nobody can read stand in their places.
  public internal(set) var lost: [ClosedRange<UInt64>] = []
  /// Those of them that an earlier recovery had lost.
  public internal(set) var knownLost: [ClosedRange<UInt64>] = []
  /// The number of blobs the new profile has.
  public internal(set) var blobCount = 0
  /// The keys of blobs that could not be got back.
  public internal(set) var lostBlobs: [[UInt8]] = []
  /// The keys of metadata that could not be got back.
  public internal(set) var lostMetadata: [String] = []
  /// The newest record that was noted, where it is newer than all that was found.
  public internal(set) var olderThanNoted: UInt64?

  /// The number of records that came back.
  public var recoveredCount: UInt64 { newest - lost.numberCount }

  /// Whether nothing is missing that was there before the damage.
  public var isComplete: Bool {
    lost.without(knownLost).isEmpty && lostBlobs.isEmpty && lostMetadata.isEmpty
      && olderThanNoted == nil
  }
}

extension PageLog {
  /// Copies everything that can be read into a new profile, which is there as a whole or not at
  /// all.
  ///
  /// The new profile keeps the identifier of the old one, whose place it takes, and has a device
  /// identifier of its own.
  ///
  /// - Parameters:
  ///   - path: The directory of the new profile. Nothing, or an empty directory, may be there.
  ///   - checks: What the bytes should be.
  ///   - progress: Receives how much of how much is done; returns whether to continue.
  /// - Returns: Nil when it was stopped; then nothing is left of it.
  /// - Throws: ``LogFailure/Reason/occupied``, and what the system refuses at the new place.
  /// - Complexity: O(bytes of the file).
  public func salvage(
    into path: String, _ checks: ContentChecks,
    progress: @escaping (_ done: Int, _ total: Int) -> Bool
  ) throws(LogFailure) -> Salvage? {
    let profile = try Profile(directory: path)
    try profile.refuseOccupied()
    guard !profile.directory.hasPrefix(directory + "/") else {
      throw LogFailure(.notAProfile, operation: "make a profile", path: directory)
    }
    var salvager = Salvager(self, checks, goesOn: progress)
    salvager.search()
    guard !salvager.isStopped else { return nil }
    let draft = try profile.draft()
    var writer = SalvageWriter(salvager, self)
    let result: Salvage?
    do throws(LogFailure) {
      result = try writer.write(to: draft.path, progress)
    } catch {
      FileSystem.remove(draft.path)
      throw LogFailure(
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
  var occupied: LogFailure {
    LogFailure(.occupied, code: EEXIST, operation: "make a profile", path: directory)
  }

  /// Refuses a place where something is.
  func refuseOccupied() throws(LogFailure) {
    try FileSystemKind.refuseNetwork(directory, operation: "make a profile")
    guard FileSystem.exists(directory) else { return }
    guard FileSystem.isDirectory(directory), try FileSystem.names(in: directory).isEmpty else {
      throw occupied
    }
  }
}
