internal import Glibc
internal import Platform

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
    let hasJournal = journals.contains { journal in
      (try? FileTree.status(at: path + journal)).map { $0.st_size > 0 } ?? false
    }
    return hasJournal || isLocked(path)
  }

  /// Whether another process holds a lock on the bytes that SQLite locks (`os_unix.c`, PENDING_BYTE).
  private static func isLocked(_ path: String) -> Bool {
    guard let file = try? Descriptors.open(path, O_RDONLY) else { return false }
    defer { close(file) }
    return Descriptors.isLockedElsewhere(file, from: 0x4000_0000, count: 512)
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
    for journal in journals where FileTree.allows(F_OK, source + journal) {
      try Self.copy(source + journal, to: path + journal)
    }
  }

  /// The copy's path, once what stands in its journals is in it.
  func settledPath() throws -> String {
    guard Database.mergeJournals(path) else {
      throw ImportFailure(
        "The database is in use and cannot be read meanwhile; close its browser and try again.")
    }
    return path
  }

  private static func copy(_ source: String, to target: String) throws {
    let input = try FileBytes.reading(source) { () throws(SystemCode) in
      try Descriptors.open(source, O_RDONLY)
    }
    defer { close(input) }
    try FileBytes.reading(target) { () throws(SystemCode) in
      let output = try Descriptors.open(target, O_WRONLY | O_CREAT | O_EXCL)
      defer { close(output) }
      try Descriptors.copy(input, to: output)
    }
  }
}
