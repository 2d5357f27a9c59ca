import Catalogue
import Exchange
import Platform

/// A file that is created completely or not at all. Its content is written to a temporary file in
/// the same folder, which is then renamed.
final class NewFile {
  private let path: String
  private let temporaryPath: String
  private let file: Int32
  private let replaces: Bool
  private var isFinished = false

  /// - Parameter replaces: Whether an existing file may be replaced.
  init(_ path: String, replaces: Bool) throws {
    self.path = path
    self.replaces = replaces
    if !replaces, FileTree.allows(F_OK, path) { throw Self.alreadyExists(path) }
    temporaryPath = "\(path).\(getpid()).part"
    // Only this user can read the file, because it may contain the user's complete history.
    let temporaryPath = temporaryPath
    file = try Self.writing(path) {
      try FileDescriptor.open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL)
    }
  }

  deinit {
    close(file)
    if !isFinished { FileTree.removeFile(temporaryPath) }
  }

  func write(_ bytes: [UInt8]) throws {
    try Self.writing(path) { try FileDescriptor.writeAll(file, bytes) }
  }

  func finish() throws {
    try Self.writing(path) {
      guard fsync(file) == 0 else { throw Errno.last }
      if replaces {
        try FileTree.rename(temporaryPath, to: path)
      } else {
        // Unlike renaming, linking never replaces a file that was created in the meantime.
        try FileTree.link(temporaryPath, to: path)
        FileTree.removeFile(temporaryPath)
      }
    }
    isFinished = true
  }

  private static func alreadyExists(_ path: String) -> ExchangeError {
    ExchangeError(.exportFailed, "“\(path)” already exists. --replace overwrites it.")
  }

  /// Runs an operation on the file, and adds the file's path to a system error.
  private static func writing<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as Errno {
      guard error.rawValue != EEXIST else { throw alreadyExists(path) }
      throw ExchangeError(
        .exportFailed, "“\(path)” cannot be written: \(error.text).", underlying: error)
    }
  }
}
