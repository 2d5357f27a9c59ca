import CLMDB
import EventCoding

/// A comparison of the blob keys of two logs.
enum BlobKeys {
  /// Returns the keys of blobs that are in one log but not in the other.
  ///
  /// - Complexity: O(blobs of both logs). The bytes of the blobs are not read.
  static func difference(
    of log: Transaction, to other: Transaction
  ) throws -> [[UInt8]] {
    var mine = try Cursor(log, table: log.environment.tables.blobs)
    var theirs = try Cursor(other, table: other.environment.tables.blobs)
    var missing: [[UInt8]] = []
    var hasTheirs = try theirs.move(MDB_NEXT)
    while try mine.move(MDB_NEXT) {
      let key = mine.keyCopy
      while hasTheirs, theirs.keyCopy.lexicographicallyPrecedes(key) {
        hasTheirs = try theirs.move(MDB_NEXT)
      }
      if !hasTheirs || theirs.keyCopy != key { missing.append(key) }
    }
    return missing
  }
}
