import EventCoding

/// A transaction of an ``EventStorage``.
///
/// The storage contains numbered records and three tables of keys and values (``StorageTable``).
/// Arguments are valid: the log checks numbers, keys and sizes before it calls a method.
public protocol EventStorageTransaction {
  /// Returns the number of the newest record, including records that this transaction appended, or
  /// 0 if there are no records.
  func newest() throws -> UInt64

  /// Visits records in the order of their numbers.
  ///
  /// - Parameters:
  ///   - numbers: Numbers of existing records.
  ///   - backwards: Whether to begin at the largest number.
  ///   - body: Receives the number and the bytes of a record, and returns whether to continue. Skip
  ///     records that are missing because the storage is damaged.
  /// - Throws: The error of `body`, or an error of the storage.
  func visitRecords(
    _ numbers: ClosedRange<UInt64>, backwards: Bool, _ body: (UInt64, RawSpan) throws -> Bool
  ) throws

  /// Appends a record under a number, which is the newest number plus one.
  func append(_ bytes: RawSpan, as number: UInt64) throws

  /// Replaces the bytes of an existing record with bytes of any length.
  func replaceRecord(_ number: UInt64, with bytes: RawSpan) throws

  /// Returns the value of a key, or nil if the table does not contain the key.
  func value(of key: [UInt8], in table: StorageTable) throws -> [UInt8]?

  /// Sets the value of a key, or removes the key if the value is nil.
  func setValue(_ value: [UInt8]?, of key: [UInt8], in table: StorageTable) throws

  /// Returns the largest key that is not larger than a given key, or nil if there is none. Keys are
  /// compared byte by byte, like SQLite's BLOBs.
  func key(atOrBefore key: [UInt8], in table: StorageTable) throws -> [UInt8]?

  /// Returns all keys of a table, in any order.
  func keys(of table: StorageTable) throws -> [[UInt8]]
}
