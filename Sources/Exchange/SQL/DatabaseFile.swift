internal import Platform

/// A SQLite database that a running browser may have open.
///
/// If the database is in use or has a journal, it is first copied to a separate folder, together
/// with its journal. The source is never locked or changed.
enum DatabaseFile {
  /// Opens the database at a path, and calls a closure with it.
  static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
    guard isInUse(path) else { return try body(Database(reading: path)) }
    let folder = try TemporaryCopy(of: path, with: journals)
    return try body(Database(reading: folder.settledPath()))
  }

  /// The suffixes of SQLite's files for changes that are not yet in the database file.
  private static let journals = ["-wal", "-journal"]

  private static func isInUse(_ path: String) -> Bool {
    let hasJournal = journals.contains { journal in
      (try? FileTree.status(at: path + journal)).map { $0.st_size > 0 } ?? false
    }
    return hasJournal || isLocked(path)
  }

  /// Whether another process has locked the bytes that SQLite locks (`os_unix.c`, PENDING_BYTE).
  private static func isLocked(_ path: String) -> Bool {
    guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return false }
    defer { close(file) }
    return FileDescriptor.isLockedElsewhere(file, from: 0x4000_0000, count: 512)
  }
}
