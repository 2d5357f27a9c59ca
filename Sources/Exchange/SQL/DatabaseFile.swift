internal import CSQLite
internal import Glibc

/// A SQLite database that its browser may have open.
///
/// One that is in use, or has a journal beside it, is copied first, journal and all, into a folder of
/// its own; the source is never locked and never changed.
enum DatabaseFile {
  /// Lends the database at a path.
  static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
    guard isInUse(path) else { return try body(Database(reading: path)) }
    let folder = try TemporaryCopy(of: path, with: journals)
    return try body(Database(reading: folder.settledPath()))
  }

  /// What SQLite puts beside a database with changes that are not in it yet.
  private static let journals = ["-wal", "-journal"]

  private static func isInUse(_ path: String) -> Bool {
    var status = stat()
    let hasJournal = journals.contains { stat(path + $0, &status) == 0 && status.st_size > 0 }
    return hasJournal || isLocked(path)
  }

  /// Whether another process holds a lock on the bytes that SQLite locks (`os_unix.c`, PENDING_BYTE).
  private static func isLocked(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }
}

/// A database with its journals in a folder of its own, which goes with this value.
final class TemporaryCopy {
  private let folder: TemporaryFolder
  private let path: String

  init(of source: String, with journals: [String]) throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/database"
    try Self.copy(source, to: path)
    for journal in journals {
      var status = stat()
      guard stat(source + journal, &status) == 0 else { continue }
      try Self.copy(source + journal, to: path + journal)
    }
  }

  /// The copy's path, once what stands in its journals is in it.
  func settledPath() throws -> String {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    let isOpen = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK
    // A first look takes a journal back; leaving the mode takes a write-ahead log in.
    let commands = "SELECT count(*) FROM sqlite_master; PRAGMA journal_mode = DELETE"
    guard isOpen, sqlite3_exec(handle, commands, nil, nil, nil) == SQLITE_OK else {
      throw ImportFailure(
        "The database is in use and cannot be read meanwhile; close its browser and try again.")
    }
    return path
  }

  private static func copy(_ source: String, to target: String) throws {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw FileBytes.failure(source) }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw FileBytes.failure(target) }
    defer { close(output) }
    while true {
      let count = sendfile(output, input, nil, 1 << 30)
      if count == 0 { return }
      guard count > 0 else { throw FileBytes.failure(target) }
    }
  }
}
