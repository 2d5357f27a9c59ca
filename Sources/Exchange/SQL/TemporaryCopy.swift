internal import CSQLite
internal import Glibc

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
