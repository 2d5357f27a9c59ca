import CLMDB

extension Transaction {
  /// The newest sequence, 0 when the log is empty.
  @inline(__always)
  func newest() throws(LogFailure) -> UInt64 {
    if let newest = appended ?? newestBefore { return newest }
    return try foundNewest()
  }

  private func foundNewest() throws(LogFailure) -> UInt64 {
    var cursor = try Cursor(self, table: environment.tables.events)
    let newest = try cursor.move(MDB_LAST) ? cursor.sequence() : 0
    newestBefore = newest
    return newest
  }

  func withRecord<Value, Failure: Error>(
    at sequence: UInt64, _ body: (RawSpan) throws(Failure) -> Value
  ) throws(LogFailure) -> Result<Value, Failure>? {
    let key = SequenceKey(sequence)
    return unsafe try key.withBytes { (key) throws(LogFailure) in
      unsafe try withValue(environment.tables.events, key) { (record) throws(Failure) in
        noteLookUp(record)
        return try body(record)
      }
    }
  }

  func append(_ bytes: RawSpan) throws(LogFailure) -> UInt64 {
    let sequence = try newest() + 1
    try put(bytes, at: sequence, flags: MDB_APPEND)
    appended = sequence
    return sequence
  }

  func rewrite(at sequence: UInt64, with bytes: RawSpan) throws(LogFailure) {
    let exists: Result<Void, Never>? = try withRecord(at: sequence) { _ in }
    guard exists != nil else {
      throw LogFailure(.noSuchRecord, operation: "rewrite", path: environment.directory)
    }
    try put(bytes, at: sequence, flags: 0)
  }

  /// Visits records in order until `body` returns `false` or throws; the error is returned.
  /// The size of a page on most systems; a wrong one only makes a scan slower.
  private static var usualPageBytes: Int { 4_096 }

  func scan<Failure: Error>(
    from first: UInt64, through last: UInt64, backwards: Bool,
    _ body: (UInt64, RawSpan) throws(Failure) -> Bool
  ) throws(LogFailure) -> Failure? {
    guard first <= last else { return nil }
    var cursor = try Cursor(self, table: environment.tables.events)
    var found = try backwards ? cursor.seekBack(to: last) : cursor.seek(to: first)
    let step = backwards ? MDB_PREV : MDB_NEXT
    // Records that were appended one after the other fill pages that follow each other, so what is
    // read a page later stands about a page further on; the processor would not look past the page.
    let ahead = backwards ? -Self.usualPageBytes : Self.usualPageBytes
    startLending()
    defer { endLending() }
    while found {
      let sequence = try cursor.sequence()
      guard sequence >= first, sequence <= last else { return nil }
      do throws(Failure) {
        let bytes = unsafe RawSpan(
          _unsafeStart: UnsafeRawPointer(cursor.value.mv_data), byteCount: cursor.value.mv_size)
        unsafe lmdb_prefetch(cursor.value.mv_data + ahead)
        unsafe lmdb_prefetch(cursor.value.mv_data + ahead + 64)
        guard try body(sequence, bytes) else { return nil }
      } catch { return error }
      found = try cursor.move(step)
    }
    return nil
  }

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

/// A sequence number as a key: 8 bytes, big-endian, so that keys sort as numbers everywhere.
struct SequenceKey {
  private let number: UInt64

  init(_ sequence: UInt64) { number = sequence.bigEndian }

  func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    unsafe try withUnsafeBytes(of: number) { (bytes) throws(Failure) in unsafe try body(bytes) }
  }
}
