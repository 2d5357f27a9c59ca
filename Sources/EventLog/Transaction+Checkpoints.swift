import CLMDB
import Glibc

extension Transaction {
  func withCheckpoint<Value>(
    atOrBefore key: [UInt8], sharing sharedCount: Int, isReadOnce: Bool,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Value?
  ) throws(LogFailure) -> Value? {
    guard let table = environment.tables.checkpoints else { return nil }
    var cursor = try Cursor(self, table: table)
    guard try cursor.seekBack(to: key) else { return nil }
    let isAlike = unsafe cursor.keyBytes.prefix(sharedCount).elementsEqual(key.prefix(sharedCount))
    guard isAlike else { return nil }
    startLending()
    defer { endLending() }
    defer { if isReadOnce { unsafe letGo(of: cursor.valueBytes) } }
    return unsafe body(cursor.keyBytes, cursor.valueBytes)
  }

  /// Lets go of the pages of a checkpoint, which would count as memory of this process for as long as
  /// the map stands. The system keeps them.
  private func letGo(of bytes: UnsafeRawBufferPointer) {
    // Only a transaction that reads has all of its pages in the map.
    guard kind == .read, let start = bytes.baseAddress else { return }
    let misalignment = UInt(bitPattern: start) % UInt(getpagesize())
    // A failure changes nothing.
    _ = unsafe madvise(
      UnsafeMutableRawPointer(mutating: start - Int(misalignment)),
      bytes.count + Int(misalignment), MADV_DONTNEED)
  }

  func setCheckpoint(_ key: [UInt8], _ bytes: [UInt8]?) throws(LogFailure) {
    guard let table = environment.tables.checkpoints else { return }
    try put(table, key, bytes)
  }

  func removeCheckpoints() throws(LogFailure) {
    guard let table = environment.tables.checkpoints else { return }
    try environment.check(unsafe mdb_drop(handle, table, 0), "remove checkpoints")
  }
}
