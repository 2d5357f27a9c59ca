internal import Bytes
import CLMDB
import Platform

extension Environment {
  /// The initial address space of an environment, 64 GiB. Reserving it uses no memory.
  static let usualMapBytes = 64 << 30
  /// The minimum address space to try, 256 MiB.
  private static let smallestMapBytes = 256 << 20

  /// Opens LMDB with the requested address space. If this much is not available, tries again with
  /// half of the size.
  static func opened(
    _ directory: String, access: EventLog.Access, hasLock: Bool, mapBytes: Int
  ) throws -> OpaquePointer {
    var flags = MDB_NOTLS
    if access == .readOnly { flags |= MDB_RDONLY }
    if !hasLock { flags |= MDB_NOLOCK }
    var mapBytes = mapBytes
    var interruptions = 0
    while true {
      do {
        return unsafe try attempt(directory, flags: flags, mapBytes: mapBytes)
      } catch let error as LogError {
        switch error.code {
        case EINTR where interruptions < ProfileRecords.maximumRetries: interruptions += 1
        // Valgrind provides little address space, and fails with EINVAL.
        case ENOMEM where mapBytes > smallestMapBytes, EINVAL where mapBytes > smallestMapBytes:
          mapBytes = max(mapBytes / 2, smallestMapBytes)
        default: throw error
        }
      }
    }
  }

  /// Opens LMDB with one size of the map.
  private static func attempt(
    _ directory: String, flags: Int32, mapBytes: Int
  ) throws -> OpaquePointer {
    var created: OpaquePointer?
    var code = unsafe mdb_env_create(&created)
    guard code == MDB_SUCCESS, let handle = unsafe created else {
      throw LogError(code: code, operation: "create an environment", path: directory)
    }
    code = unsafe mdb_env_set_assert(handle) { _, message in
      unsafe BrokenLog.assertionHandler?(message)
    }
    if code == MDB_SUCCESS { code = unsafe mdb_env_set_maxdbs(handle, 16) }
    if code == MDB_SUCCESS { code = unsafe mdb_env_set_mapsize(handle, mapBytes) }
    if code == MDB_SUCCESS {
      code = unsafe mdb_env_open(handle, directory, UInt32(flags), 0o600)
    }
    guard code == MDB_SUCCESS else {
      unsafe mdb_env_close(handle)
      throw LogError(code: code, operation: "open the log", path: directory)
    }
    return unsafe handle
  }
}

extension Environment {
  /// Opens the tables of a complete environment.
  ///
  /// - Throws: ``LogError/Reason/damaged`` if a required table is missing.
  func openTables() throws -> Tables {
    var retries = 0
    while true {
      do { return try tables(flags: 0, transaction: MDB_RDONLY) } catch let error as LogError {
        // Another process has made the file larger than the map since the environment was opened.
        guard error.code == MDB_MAP_RESIZED, retries < ProfileRecords.maximumRetries else {
          throw error
        }
        retries += 1
        try adoptMap()
      }
    }
  }

  /// Enlarges the map to the size of the file, after another process has enlarged the file. No
  /// transaction may be open.
  ///
  /// - Throws: ``LogError/Reason/damaged`` if the head of the file counts far more pages than the
  ///   file has.
  func adoptMap() throws {
    let code = unsafe mdb_env_set_mapsize(handle, 0)
    try checkPageCount()
    try check(code, "change the map")
  }

  /// Throws if the head of the file counts far more pages than the file has. LMDB would never
  /// accept a map for such a file.
  private func checkPageCount() throws {
    let lastPage = unsafe UInt64(bitPattern: Int64(information.me_last_pgno))
    guard lastPage < UInt64(try fileBytes() / pageBytes()) + DataFile.unwrittenPages else {
      throw LogError(.damaged, operation: "read the head of the log", path: directory)
    }
  }

  /// Throws if the environment has no format version, or has a newer version than this code
  /// supports.
  func checkFormat() throws {
    let transaction = try Transaction(self, kind: .read)
    let bytes = try transaction.metadata(Metadata.format) ?? []
    guard let version = UInt64(bigEndianBytes: bytes) else {
      throw LogError(.damaged, operation: "read the format version", path: directory)
    }
    guard version <= Metadata.formatVersion else {
      throw LogError(.newerFormat, operation: "open", path: directory)
    }
  }

  /// Opens the tables and creates missing ones.
  func createTables() throws -> Tables {
    try tables(flags: MDB_CREATE, transaction: 0)
  }

  /// Opens all tables in one transaction. LMDB allows only one transaction at a time to open
  /// tables.
  private func tables(flags: Int32, transaction: Int32) throws -> Tables {
    let isWriting = transaction != MDB_RDONLY
    if isWriting { try beginWriting() }
    defer { if isWriting { endWriting() } }
    var begun: OpaquePointer?
    try check(
      unsafe mdb_txn_begin(handle, nil, UInt32(transaction), &begun), "begin a transaction")
    var tables = Tables()
    do {
      unsafe try open("events", &tables.events, flags, in: begun)
      unsafe try open("meta", &tables.meta, flags, in: begun)
      unsafe try open("blobs", &tables.blobs, flags, in: begun)
      unsafe tables.checkpoints = try openCheckpoints(flags, in: begun)
    } catch {
      unsafe mdb_txn_abort(begun)
      throw error
    }
    try check(unsafe mdb_txn_commit(begun), "open the tables")
    return tables
  }

  /// Opens the table of checkpoints, or returns nil if the table does not exist. The table may be
  /// missing because it contains only derived data.
  private func openCheckpoints(
    _ flags: Int32, in transaction: OpaquePointer?
  ) throws -> MDB_dbi? {
    var table: MDB_dbi = 0
    let code = unsafe mdb_dbi_open(transaction, "checkpoints", UInt32(flags), &table)
    if code == MDB_NOTFOUND { return nil }
    try check(code, "open checkpoints")
    return table
  }

  /// Opens one table.
  ///
  /// - Throws: ``LogError/Reason/damaged`` if the table is missing and `flags` do not request the
  ///   creation of the table.
  private func open(
    _ name: String, _ table: inout MDB_dbi, _ flags: Int32, in transaction: OpaquePointer?
  ) throws {
    let code = unsafe mdb_dbi_open(transaction, name, UInt32(flags), &table)
    guard code != MDB_NOTFOUND else {
      throw LogError(.damaged, code: code, operation: "find \(name)", path: directory)
    }
    try check(code, "open \(name)")
  }
}
