internal import Platform

/// A copy of a database and its journals in a separate folder, which is removed when this value is
/// released.
final class TemporaryCopy {
  private let folder: ScratchFolder
  private let path: String

  init(of source: String, with journals: [String]) throws {
    folder = try ScratchFolder()
    path = "\(folder.path)/database"
    try Self.copy(source, to: path)
    for journal in journals where FileTree.allows(F_OK, source + journal) {
      try Self.copy(source + journal, to: path + journal)
    }
  }

  /// Merges the journals into the copy of the database, and returns the path of the copy.
  func settledPath() throws -> String {
    guard Database.mergeJournals(path) else {
      throw ExchangeError(
        .importFailed,
        "The database is in use and cannot be read now. Close its browser and try again.")
    }
    return path
  }

  private static func copy(_ source: String, to target: String) throws {
    let input = try FileBytes.reading(source) {
      try FileDescriptor.open(source, O_RDONLY)
    }
    defer { close(input) }
    try FileBytes.reading(target) {
      let output = try FileDescriptor.open(target, O_WRONLY | O_CREAT | O_EXCL)
      defer { close(output) }
      try FileDescriptor.copy(input, to: output)
    }
  }
}
