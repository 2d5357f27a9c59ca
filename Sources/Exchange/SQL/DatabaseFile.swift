internal import Glibc
internal import Platform

/// A SQLite database that its browser may have open.
///
/// One that is in use, or has a journal next to it, is copied first, journal and all, into a folder
/// of its own; the source is never locked and never changed.
enum DatabaseFile {
  /// Lends the database at a path.
  static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
    guard isInUse(path) else { return try body(Database(reading: path)) }
    let folder = try TemporaryCopy(of: path, with: journals)
    return try body(Database(reading: folder.settledPath()))
  }

  /// What SQLite puts next to a database with changes that are not in it yet.
  private static let journals = ["-wal", "-journal"]

  private static func isInUse(_ path: String) -> Bool {
    let hasJournal = journals.contains { journal in
      (try? FileTree.status(at: path + journal)).map { $0.st_size > 0 } ?? false
    }
    return hasJournal || isLocked(path)
  }

  /// Whether another process holds a lock on the bytes that SQLite locks (`os_unix.c`, PENDING_BYTE).
  private static func isLocked(_ path: String) -> Bool {
    guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return false }
    defer { close(file) }
    return FileDescriptor.isLockedElsewhere(file, from: 0x4000_0000, count: 512)
  }
}
