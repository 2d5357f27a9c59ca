/// A place where a log stores its records, implemented by an embedder.
///
/// LMDB and memory come with the package. Implement this protocol to store a log elsewhere, such as
/// in a SQLite file or in a database of the application. Undo, branches, checkpoints, forgetting,
/// indexes and sessions work on any storage. Backups, recovery of damaged files and sync between
/// devices need a profile directory.
///
/// The log never begins a transaction while another transaction of the same storage is open in this
/// process, unless ``admitsConcurrentReads`` is true, and ends it on the thread on which it began.
/// Verify an implementation with the checks in the library `RetraceStorageTests`.
public protocol EventStorage: AnyObject, Sendable {
  /// Runs a read transaction on one state of the storage.
  ///
  /// The state must not change while `body` runs, even if another process writes.
  ///
  /// - Throws: The error of `body`, or an error of the storage.
  func read(_ body: (any EventStorageTransaction) throws -> Void) throws

  /// Runs a write transaction on the newest state, and prevents other writers from beginning one.
  ///
  /// If `body` returns true, the transaction is committed, and must be durable when this method
  /// returns. If `body` returns false or throws, every change of the transaction is dropped. If
  /// this method throws, nothing may have changed.
  ///
  /// - Throws: The error of `body`, or an error of the storage.
  func write(_ body: (any EventStorageTransaction) throws -> Bool) throws

  /// The size of the stored data in bytes, as shown in statistics.
  func byteCount() throws -> Int

  /// Erases the bytes of replaced and removed data from the medium.
  ///
  /// Called after a forget request has rewritten records, outside a transaction. Without an
  /// implementation, forgotten text must already be gone from the medium when a write is committed.
  func compact() throws

  /// Calls a closure whenever another process may have written, until the returned object is
  /// released.
  ///
  /// - Returns: An object that ends the calls when it is released, or nil if the storage has no
  ///   notifications. Without notifications, changes of other processes are found at the next read.
  func watch(_ changed: @escaping @Sendable () -> Void) throws -> (any AnyObject & Sendable)?

  /// Whether several threads may read at the same time.
  var admitsConcurrentReads: Bool { get }

  /// Whether the storage stores checkpoints, from which a long log opens fast.
  var storesCheckpoints: Bool { get }
}

extension EventStorage {
  /// Does nothing.
  public func compact() throws {}

  /// Returns nil: the storage has no notifications.
  public func watch(
    _ changed: @escaping @Sendable () -> Void
  ) throws -> (any AnyObject & Sendable)? { nil }

  /// False: the log runs one transaction at a time.
  public var admitsConcurrentReads: Bool { false }

  /// True.
  public var storesCheckpoints: Bool { true }
}
