/// What has to be done, while no transaction is open, before a transaction can be tried again.
enum Recovery {
  /// Nothing: a system call was interrupted.
  case none
  /// Take the size of the file for the map: another process made the file larger than it.
  case adoptMap
  /// Double the map, which had this many bytes and was full.
  case grow(from: Int)
  /// Open the environment: an earlier reopening failed.
  case reopen
  /// Open the environment anew: after a failed write of its head page this one is unusable.
  case replace(Environment)
  /// Open the environment that a compaction has put in the place of this one.
  case follow(Environment)
}

/// Why a transaction was not completed.
enum Interruption: Error {
  /// It cannot be: the caller gets the failure.
  case failed(LogFailure)
  /// It is tried again after a recovery.
  case again(Recovery)
}

/// The head of LMDB's `data.mdb`, checked before LMDB maps the file.
enum DataFile {
  /// LMDB's magic number, as a little-endian machine stores it.
  private static let magic: [UInt8] = [0xDE, 0xC0, 0xEF, 0xBE]

  /// Refuses a file that is too short for LMDB or that another program wrote.
  ///
  /// LMDB trusts what it maps: a file of less than two pages opens, and then ends the process by
  /// SIGBUS. The file must not be open in this process, because closing any descriptor of it
  /// drops the process's locks on it. Offsets are those of `MDB_page` and `MDB_meta` in LMDB 0.9.
  ///
  /// - Throws: ``LogFailure/Reason/damaged``, and what the system says of a file that cannot be
  ///   read.
  static func check(_ path: String) throws(LogFailure) {
    let byteCount = try FileSystem.entry(at: path).byteCount
    let head = try FileSystem.contents(of: path, limit: 48)
    guard head.count == 48, head[16..<20].elementsEqual(magic) else { throw damaged(path) }
    let pageBytes = head[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard pageBytes >= 512, byteCount >= 2 * pageBytes else { throw damaged(path) }
  }

  private static func damaged(_ path: String) -> LogFailure {
    LogFailure(.damaged, operation: "read the head of the log", path: path)
  }
}
