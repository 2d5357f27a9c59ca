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
