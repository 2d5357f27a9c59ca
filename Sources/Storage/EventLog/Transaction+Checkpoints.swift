import CLMDB
import Glibc

extension Transaction {
  func withCheckpoint<Value>(
    atOrBefore key: [UInt8], sharing sharedCount: Int,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Value?
  ) throws(LogFailure) -> Value? {
    guard let table = environment.tables.checkpoints else { return nil }
    var cursor = try Cursor(self, table: table)
    guard try cursor.seekBack(to: key) else { return nil }
    let isAlike = unsafe cursor.keyBytes.prefix(sharedCount).elementsEqual(key.prefix(sharedCount))
    guard isAlike else { return nil }
    startLending()
    defer { endLending() }
    return unsafe body(cursor.keyBytes, cursor.valueBytes)
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
