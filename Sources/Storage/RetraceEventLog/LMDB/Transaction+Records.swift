import CLMDB
import Platform

extension Transaction {
  /// Returns the number of the newest record, or 0 if the log is empty.
  ///
  /// - Complexity: O(log n) at the first call, then O(1).
  @inline(__always)
  func newest() throws -> UInt64 {
    if let newest = appended ?? newestBefore { return newest }
    return try foundNewest()
  }

  /// Looks up the newest record's number, and compares it with the count of records.
  private func foundNewest() throws -> UInt64 {
    var cursor = try Cursor(self, table: environment.tables.events)
    let last = try cursor.move(MDB_LAST) ? cursor.sequence() : 0
    let count = try recordCount()
    let newest = last == count ? last : try newest(withLast: last, butCount: count)
    newestBefore = newest
    return newest
  }

  /// Returns the number of the newest record if the last key and the count of records differ.
  ///
  /// Records are numbered without gaps, so the key and the count are equal unless a page of the
  /// tree is damaged. A count below the last key is wrong if record `count + 1` exists. A number
  /// that is greater than the capacity of the leaves is always wrong.
  private func newest(
    withLast last: UInt64, butCount count: UInt64
  ) throws -> UInt64 {
    let limit = try largestRecordCount()
    if last < count { return count <= limit ? count : last }
    let isFound: Void? = try withRecord(at: count &+ 1) { _ in }
    return isFound != nil && last <= limit ? last : count
  }

  /// Calls a closure with the bytes of a record. Returns nil if there is no such record.
  func withRecord<Value>(
    at sequence: UInt64, _ body: (RawSpan) throws -> Value
  ) throws -> Value? {
    let key = SequenceKey(sequence)
    return unsafe try key.withBytes { key in
      unsafe try withValue(environment.tables.events, key, body)
    }
  }

  /// Appends a record and returns its number.
  func append(_ bytes: RawSpan) throws -> UInt64 {
    let sequence = try newest() + 1
    try put(bytes, at: sequence, flags: MDB_APPEND)
    appended = sequence
    return sequence
  }

  /// Replaces the bytes of a record.
  ///
  /// - Throws: ``LogError/Reason/noSuchRecord``.
  func rewrite(at sequence: UInt64, with bytes: RawSpan) throws {
    let exists: Void? = try withRecord(at: sequence) { _ in }
    guard exists != nil else {
      throw LogError(.noSuchRecord, operation: "rewrite", path: environment.directory)
    }
    try put(bytes, at: sequence, flags: 0)
    isChanged = true
    try beginEdition()
  }

  /// The size of a page on most systems. A wrong value only makes a scan slower.
  private static var usualPageBytes: Int { 4_096 }

  /// Visits each record of a range once, in order, until `body` returns false or a closure throws.
  ///
  /// In a damaged tree, leaves can be in the wrong order. A record that the cursor reaches out of
  /// order is skipped. A record that the cursor does not reach in order is looked up by its number,
  /// and if it is not found, its number is passed to `missing`. In an intact tree, moving the
  /// cursor is enough.
  func scan(
    from first: UInt64, through last: UInt64, backwards: Bool,
    missing: (UInt64) throws -> Void,
    _ body: (UInt64, RawSpan) throws -> Bool
  ) throws {
    let first = max(first, 1)
    let last = min(last, try newest())
    guard first <= last else { return }
    var turn = ScanTurn(from: first, through: last, backwards: backwards)
    var cursor = try Cursor(self, table: environment.tables.events)
    var found = try backwards ? cursor.seekBack(to: last) : cursor.seek(to: first)
    let step = backwards ? MDB_PREV : MDB_NEXT
    // Records that were appended in order fill adjacent pages, so the address one page ahead will
    // be read about one page later. The processor's own prefetching ends at the page boundary.
    let ahead = backwards ? -Self.usualPageBytes : Self.usualPageBytes
    startLending()
    defer { endLending() }
    while found {
      let sequence = try cursor.sequence()
      if sequence != turn.next {
        let goesOn = try lookUp(&turn, before: sequence, missing: missing, body)
        guard goesOn, !turn.isOver else { return }
      }
      if sequence == turn.next {
        let bytes = unsafe RawSpan(
          _unsafeStart: UnsafeRawPointer(cursor.value.mv_data), byteCount: cursor.value.mv_size)
        unsafe lmdb_prefetch(cursor.value.mv_data + ahead)
        unsafe lmdb_prefetch(cursor.value.mv_data + ahead + 64)
        guard try body(sequence, bytes) else { return }
        turn.advance()
        if turn.isOver { return }
      }
      found = try cursor.move(step)
    }
    _ = try lookUp(&turn, before: nil, missing: missing, body)
  }

  /// Looks up, by their numbers, the records that the cursor of a scan has skipped.
  ///
  /// - Parameter met: The number of the record that the cursor has reached, or nil to look up the
  ///   rest of the range.
  /// - Returns: Whether to continue.
  private func lookUp(
    _ turn: inout ScanTurn, before met: UInt64?,
    missing: (UInt64) throws -> Void,
    _ body: (UInt64, RawSpan) throws -> Bool
  ) throws -> Bool {
    while !turn.isOver, turn.isBefore(met) {
      let sequence = turn.next
      switch try withRecord(at: sequence, { bytes in try body(sequence, bytes) }) {
      case nil: try missing(sequence)
      case true?: break
      case false?: return false
      }
      turn.advance()
    }
    return true
  }

  /// Writes a record under its number.
  @inline(__always)
  private func put(
    _ bytes: RawSpan, at sequence: UInt64, flags: Int32
  ) throws {
    let key = SequenceKey(sequence)
    unsafe try key.withBytes { key in
      unsafe try bytes.withUnsafeBytes { bytes in
        unsafe try put(environment.tables.events, key, bytes, flags: flags)
      }
    }
  }
}

/// The progress of a scan through a range of records.
private struct ScanTurn {
  /// The number of the record to visit next. The value is undefined if ``isOver`` is true.
  private(set) var next: UInt64
  /// The number of records that have not been visited yet.
  private var left: UInt64
  private let backwards: Bool

  init(from first: UInt64, through last: UInt64, backwards: Bool) {
    next = backwards ? last : first
    left = last - first + 1
    self.backwards = backwards
  }

  /// Whether all records of the range have been visited.
  var isOver: Bool { left == 0 }

  /// Whether the next record comes before another record in the order of the scan. The result is
  /// true if `other` is nil.
  func isBefore(_ other: UInt64?) -> Bool {
    guard let other else { return true }
    return backwards ? next > other : next < other
  }

  /// Advances to the next number.
  @inline(__always)
  mutating func advance() {
    next = backwards ? next &- 1 : next &+ 1
    left &-= 1
  }
}

extension Transaction {
  private static let superseded = Array(Metadata.superseded.utf8)

  /// Whether a compaction has replaced this environment.
  func isSuperseded() throws -> Bool {
    if isUntouched { return false }
    let key = Self.superseded
    return unsafe try key.span.bytes.withUnsafeBytes { key in
      unsafe try has(environment.tables.meta, key)
    }
  }

  /// Returns a blob, or nil if there is no blob under the key.
  func blob(_ hash: [UInt8]) throws -> [UInt8]? {
    try bytes(environment.tables.blobs, hash)
  }

  /// Stores a blob, or removes it if `bytes` is nil.
  func putBlob(_ hash: [UInt8], _ bytes: [UInt8]?) throws {
    isChanged = true
    try put(environment.tables.blobs, hash, bytes)
  }

  /// Returns a copy of the value of a key, or nil if the table does not contain the key.
  func bytes(_ table: UInt32, _ key: [UInt8]) throws -> [UInt8]? {
    unsafe try key.span.bytes.withUnsafeBytes { key in
      unsafe try withValue(table, key) { span in
        unsafe span.withUnsafeBytes { unsafe Array($0) }
      }
    }
  }

  /// Sets a key of a table, or removes it if `bytes` is nil.
  func put(_ table: UInt32, _ key: [UInt8], _ bytes: [UInt8]?) throws {
    unsafe try key.span.bytes.withUnsafeBytes { key in
      guard let bytes else { return unsafe try remove(table, key) }
      unsafe try bytes.span.bytes.withUnsafeBytes { bytes in
        unsafe try put(table, key, bytes)
      }
    }
  }

  /// Calls a closure with the checkpoint whose key is the largest at or before a given key. Returns
  /// nil if the first `sharedCount` bytes of the keys differ, or if the table cannot be read.
  func withCheckpoint<Value>(
    atOrBefore key: [UInt8], sharing sharedCount: Int,
    _ body: (RawSpan, RawSpan) -> Value?
  ) throws -> Value? {
    guard let table = environment.tables.checkpoints, !environment.hasDamagedCheckpoints else {
      return nil
    }
    var cursor = try Cursor(self, table: table)
    do {
      guard try cursor.seekBack(to: key) else { return nil }
    } catch let error as LogError where error.reason == .damaged {
      environment.noteDamagedCheckpoints()
      return nil
    }
    let isAlike = unsafe cursor.keyBytes.prefix(sharedCount).elementsEqual(key.prefix(sharedCount))
    guard isAlike else { return nil }
    startLending()
    defer { endLending() }
    return unsafe body(cursor.keyBytes.bytes, cursor.valueBytes.bytes)
  }

  /// Stores a checkpoint, or removes it if `bytes` is nil. Does nothing if there is no table of
  /// checkpoints.
  ///
  /// - Throws: ``LogError/Reason/damaged`` if the table cannot be read. In that case, the table is
  ///   emptied before the next write transaction begins.
  func setCheckpoint(_ key: [UInt8], _ bytes: [UInt8]?) throws {
    guard let table = environment.tables.checkpoints else { return }
    try writingCheckpoints { try put(table, key, bytes) }
  }

  /// Empties the table of checkpoints.
  func removeCheckpoints() throws {
    guard let table = environment.tables.checkpoints else { return }
    try writingCheckpoints {
      try environment.check(unsafe mdb_drop(handle, table, 0), "remove checkpoints")
    }
  }

  /// Runs a closure that writes to the table of checkpoints, and notes whether the table is
  /// damaged.
  private func writingCheckpoints(_ body: () throws -> Void) throws {
    guard !environment.hasDamagedCheckpoints else {
      throw environment.failure(MDB_CORRUPTED, "write a checkpoint")
    }
    do { try body() } catch let error as LogError where error.reason == .damaged {
      environment.noteDamagedCheckpoints()
      throw error
    }
  }
}
