import CLMDB
import Glibc

extension Transaction {
  /// Returns the number of the newest record, or 0 if the log is empty.
  ///
  /// - Complexity: O(log n) at the first call, then O(1).
  @inline(__always)
  func newest() throws(LogFailure) -> UInt64 {
    if let newest = appended ?? newestBefore { return newest }
    return try foundNewest()
  }

  /// Looks up the newest number, and compares it with the count of records.
  private func foundNewest() throws(LogFailure) -> UInt64 {
    var cursor = try Cursor(self, table: environment.tables.events)
    let last = try cursor.move(MDB_LAST) ? cursor.sequence() : 0
    let count = try recordCount()
    let newest = last == count ? last : try newest(withLast: last, butCount: count)
    newestBefore = newest
    return newest
  }

  /// Decides between the last key and the count of records if they differ.
  ///
  /// Records are numbered without gaps, so the two are equal unless a page of the tree is damaged.
  /// A count below the last key is wrong if the record after it exists. A number greater than the
  /// capacity of the leaves is always wrong.
  private func newest(
    withLast last: UInt64, butCount count: UInt64
  ) throws(LogFailure) -> UInt64 {
    let limit = try largestRecordCount()
    if last < count { return count <= limit ? count : last }
    let isThere: Result<Void, Never>? = try withRecord(at: count &+ 1) { _ in }
    return isThere != nil && last <= limit ? last : count
  }

  /// Calls a closure with the bytes of a record. Returns nil if there is no such record.
  func withRecord<Value, Failure: Error>(
    at sequence: UInt64, _ body: (RawSpan) throws(Failure) -> Value
  ) throws(LogFailure) -> Result<Value, Failure>? {
    let key = SequenceKey(sequence)
    return unsafe try key.withBytes { (key) throws(LogFailure) in
      unsafe try withValue(environment.tables.events, key) { (record) throws(Failure) in
        return try body(record)
      }
    }
  }

  /// Appends a record and returns its number.
  func append(_ bytes: RawSpan) throws(LogFailure) -> UInt64 {
    let sequence = try newest() + 1
    try put(bytes, at: sequence, flags: MDB_APPEND)
    appended = sequence
    return sequence
  }

  /// Replaces the bytes of a record.
  ///
  /// - Throws: ``LogFailure/Reason/noSuchRecord``.
  func rewrite(at sequence: UInt64, with bytes: RawSpan) throws(LogFailure) {
    let exists: Result<Void, Never>? = try withRecord(at: sequence) { _ in }
    guard exists != nil else {
      throw LogFailure(.noSuchRecord, operation: "rewrite", path: environment.directory)
    }
    try put(bytes, at: sequence, flags: 0)
    isChanged = true
    try beginEdition()
  }

  /// The size of a page on most systems. A wrong value only makes a scan slower.
  private static var usualPageBytes: Int { 4_096 }

  /// Visits the records of a range in order, each once, until `body` returns false or a closure
  /// throws. That error is returned.
  ///
  /// In a damaged tree, leaves can be in the wrong order. A record that is encountered out of turn
  /// is skipped, a record that is not encountered in its turn is looked up by its number, and if it
  /// is not found, it is passed to `missing`. Without damage, only the cursor is moved.
  func scan<Failure: Error>(
    from first: UInt64, through last: UInt64, backwards: Bool,
    missing: (UInt64) throws(Failure) -> Void,
    _ body: (UInt64, RawSpan) throws(Failure) -> Bool
  ) throws(LogFailure) -> Failure? {
    let first = max(first, 1)
    let last = min(last, try newest())
    guard first <= last else { return nil }
    var turn = ScanTurn(from: first, through: last, backwards: backwards)
    var cursor = try Cursor(self, table: environment.tables.events)
    var found = try backwards ? cursor.seekBack(to: last) : cursor.seek(to: first)
    let step = backwards ? MDB_PREV : MDB_NEXT
    // Records that were appended in order fill adjacent pages, so the bytes that are read one page
    // later are about one page further on. The processor's own prefetching ends at the page.
    let ahead = backwards ? -Self.usualPageBytes : Self.usualPageBytes
    startLending()
    defer { endLending() }
    while found {
      let sequence = try cursor.sequence()
      if sequence != turn.next {
        let skipped = try lookUp(&turn, before: sequence, missing: missing, body)
        if case .failure(let error) = skipped { return error }
        guard case .success(true) = skipped, !turn.isOver else { return nil }
      }
      if sequence == turn.next {
        do throws(Failure) {
          let bytes = unsafe RawSpan(
            _unsafeStart: UnsafeRawPointer(cursor.value.mv_data), byteCount: cursor.value.mv_size)
          unsafe lmdb_prefetch(cursor.value.mv_data + ahead)
          unsafe lmdb_prefetch(cursor.value.mv_data + ahead + 64)
          guard try body(sequence, bytes) else { return nil }
        } catch { return error }
        turn.advance()
        if turn.isOver { return nil }
      }
      found = try cursor.move(step)
    }
    let rest = try lookUp(&turn, before: nil, missing: missing, body)
    if case .failure(let error) = rest { return error }
    return nil
  }

  /// Looks up, by their numbers, the records that a scan has skipped before it encountered another
  /// one.
  ///
  /// - Parameter met: The number of the encountered record, or nil for the rest of the range.
  /// - Returns: Whether to continue.
  private func lookUp<Failure: Error>(
    _ turn: inout ScanTurn, before met: UInt64?,
    missing: (UInt64) throws(Failure) -> Void,
    _ body: (UInt64, RawSpan) throws(Failure) -> Bool
  ) throws(LogFailure) -> Result<Bool, Failure> {
    while !turn.isOver, turn.isBefore(met) {
      let sequence = turn.next
      switch try withRecord(
        at: sequence, { (bytes) throws(Failure) in try body(sequence, bytes) })
      {
      case nil:
        do throws(Failure) { try missing(sequence) } catch { return .failure(error) }
      case .success(true)?: break
      case .success(false)?: return .success(false)
      case .failure(let error)?: return .failure(error)
      }
      turn.advance()
    }
    return .success(true)
  }

  /// Writes a record under its number.
  @inline(__always)
  private func put(
    _ bytes: RawSpan, at sequence: UInt64, flags: Int32
  ) throws(LogFailure) {
    let key = SequenceKey(sequence)
    unsafe try key.withBytes { (key) throws(LogFailure) in
      unsafe try bytes.withUnsafeBytes { (bytes) throws(LogFailure) in
        unsafe try put(environment.tables.events, key, bytes, flags: flags)
      }
    }
  }
}

/// The next record of a range that a scan must visit.
private struct ScanTurn {
  /// The expected number. Meaningless if ``isOver``.
  private(set) var next: UInt64
  /// The number of records that have yet to be visited.
  private var left: UInt64
  private let backwards: Bool

  init(from first: UInt64, through last: UInt64, backwards: Bool) {
    next = backwards ? last : first
    left = last - first + 1
    self.backwards = backwards
  }

  /// Whether all records of the range have been visited.
  var isOver: Bool { left == 0 }

  /// Whether the expected record comes before another one in the order of the scan. True for nil.
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
  func isSuperseded() throws(LogFailure) -> Bool {
    if isUntouched { return false }
    let key = Self.superseded
    return unsafe try key.span.bytes.withUnsafeBytes { (key) throws(LogFailure) in
      unsafe try has(environment.tables.meta, key)
    }
  }

  /// Returns a blob, or nil if there is none.
  func blob(_ hash: [UInt8]) throws(LogFailure) -> [UInt8]? {
    try bytes(environment.tables.blobs, hash)
  }

  /// Stores a blob, or removes it if `bytes` is nil.
  func putBlob(_ hash: [UInt8], _ bytes: [UInt8]?) throws(LogFailure) {
    isChanged = true
    try put(environment.tables.blobs, hash, bytes)
  }

  /// Returns a copy of the value of a key, or nil if there is none.
  func bytes(_ table: UInt32, _ key: [UInt8]) throws(LogFailure) -> [UInt8]? {
    let result: Result<[UInt8], Never>? = unsafe try key.span.bytes.withUnsafeBytes {
      (key) throws(LogFailure) in
      unsafe try withValue(table, key) { span in
        unsafe span.withUnsafeBytes { unsafe Array($0) }
      }
    }
    return result?.get()
  }

  /// Sets a key of a table, or removes it if `bytes` is nil.
  func put(_ table: UInt32, _ key: [UInt8], _ bytes: [UInt8]?) throws(LogFailure) {
    unsafe try key.span.bytes.withUnsafeBytes { (key) throws(LogFailure) in
      guard let bytes else { return unsafe try remove(table, key) }
      unsafe try bytes.span.bytes.withUnsafeBytes { (bytes) throws(LogFailure) in
        unsafe try put(table, key, bytes)
      }
    }
  }

  /// Finds the checkpoint with the largest key at or before a given one that begins with the same
  /// `sharedCount` bytes. Finds nothing in an unreadable table.
  func withCheckpoint<Value>(
    atOrBefore key: [UInt8], sharing sharedCount: Int,
    _ body: (RawSpan, RawSpan) -> Value?
  ) throws(LogFailure) -> Value? {
    guard let table = environment.tables.checkpoints, !environment.hasDamagedCheckpoints else {
      return nil
    }
    var cursor = try Cursor(self, table: table)
    do throws(LogFailure) {
      guard try cursor.seekBack(to: key) else { return nil }
    } catch {
      guard error.reason == .damaged else { throw error }
      environment.noteDamagedCheckpoints()
      return nil
    }
    let isAlike = unsafe cursor.keyBytes.prefix(sharedCount).elementsEqual(key.prefix(sharedCount))
    guard isAlike else { return nil }
    startLending()
    defer { endLending() }
    return unsafe body(cursor.keyBytes.bytes, cursor.valueBytes.bytes)
  }

  /// Stores a checkpoint, or removes it. Does nothing if there is no table for checkpoints.
  ///
  /// - Throws: ``LogFailure/Reason/damaged`` if the table cannot be read. The next write transaction
  ///   empties it before it begins.
  func setCheckpoint(_ key: [UInt8], _ bytes: [UInt8]?) throws(LogFailure) {
    guard let table = environment.tables.checkpoints else { return }
    try writingCheckpoints { () throws(LogFailure) in try put(table, key, bytes) }
  }

  /// Empties the table of checkpoints.
  func removeCheckpoints() throws(LogFailure) {
    guard let table = environment.tables.checkpoints else { return }
    try writingCheckpoints { () throws(LogFailure) in
      try environment.check(unsafe mdb_drop(handle, table, 0), "remove checkpoints")
    }
  }

  /// Writes to the table of checkpoints, and records if it cannot be read.
  private func writingCheckpoints(_ body: () throws(LogFailure) -> Void) throws(LogFailure) {
    guard !environment.hasDamagedCheckpoints else {
      throw environment.failure(MDB_CORRUPTED, "write a checkpoint")
    }
    do throws(LogFailure) { try body() } catch {
      if error.reason == .damaged { environment.noteDamagedCheckpoints() }
      throw error
    }
  }
}
