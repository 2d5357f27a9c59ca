/// What has to be done before a transaction can be tried again.
enum Recovery {
  /// Nothing: a system call was interrupted.
  case none
  /// Another process made the file larger than our map.
  case adoptMap
  /// The map of this many bytes is full.
  case grow(from: Int)
  /// There is no environment since a reopening failed.
  case reopen
  /// The environment is unusable after a failed write of its head.
  case replace(Environment)
  /// A compaction has put another environment in the place of this one.
  case follow(Environment)
}

/// Why a transaction did not come to its end.
enum Interruption: Error {
  case failed(LogFailure)
  case again(Recovery)
}

/// The head of LMDB's `data.mdb`.
enum DataFile {
  private static let magic: [UInt8] = [0xDE, 0xC0, 0xEF, 0xBE]

  /// Refuses a file that is too short for LMDB or that another program wrote.
  ///
  /// LMDB trusts what it maps: a file of less than two pages opens and then ends in SIGBUS. The
  /// file must not be open in this process, because closing a descriptor of it drops the
  /// process's locks on it. Offsets are those of `MDB_page` and `MDB_meta` in LMDB 0.9.
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
