import CLMDB
import EventCoding

/// An old state of a log that a process is still reading, although newer states have been written.
///
/// LMDB does not reuse pages that were freed since that state, so the file grows with each write.
public struct HeldState: Hashable, Sendable {
  /// The id of the process.
  public let process: Int32
  /// The number of writes committed after this state.
  public let passedWrites: Int

  /// The minimum number of writes for a held state to be reported. Each write leaves about five
  /// pages that cannot be reused, so this number of writes takes about 20 MB.
  public static let manyWrites = 1_000
}
