import CLMDB
import EventCoding
import Glibc

/// A process that still reads a state of a log after others have written.
///
/// LMDB uses no page again that was freed since that state, so the file grows with each write.
public struct HeldState: Hashable, Sendable {
  /// The number of the process.
  public let process: Int32
  /// The number of writes that were committed since that state.
  public let passedWrites: Int

  /// The number of writes that make a held state worth telling: each leaves about five pages, so
  /// they are some 20 MB.
  public static let manyWrites = 1_000
}
