import Catalogue
import Exchange
import Glibc
import Platform

/// A file that is there whole, or not at all: it is written beside its place and renamed into it.
final class NewFile {
  private let path: String
  private let temporaryPath: String
  private let file: Int32
  private let replaces: Bool
  private var isFinished = false

  /// - Parameter replaces: Whether a file that is there already may go.
  init(_ path: String, replaces: Bool) throws {
    self.path = path
    self.replaces = replaces
    if !replaces, FileTree.allows(F_OK, path) { throw Self.isThere(path) }
    temporaryPath = "\(path).\(getpid()).part"
    // It may hold everything that a person did.
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
        // Unlike a renaming, a link never takes the place of what came meanwhile.
        try FileTree.link(temporaryPath, to: path)
        FileTree.removeFile(temporaryPath)
      }
    }
    isFinished = true
  }

  private static func isThere(_ path: String) -> ExchangeError {
    ExchangeError(.exportFailed, "“\(path)” is there already; --replace writes over it.")
  }

  /// Writes to the file, and names it in the error if the system refuses.
  private static func writing<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as Errno {
      guard error.rawValue != EEXIST else { throw isThere(path) }
      throw ExchangeError(
        .exportFailed, "“\(path)” cannot be written: \(error.text).", underlying: error)
    }
  }
}
