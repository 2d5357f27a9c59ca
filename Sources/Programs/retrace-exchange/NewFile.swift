import Console
import Exchange
import Glibc

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
    if !replaces, access(path, F_OK) == 0 { throw Self.isThere(path) }
    temporaryPath = "\(path).\(getpid()).part"
    // It may hold everything that a person did.
    file = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.failure(path) }
  }

  deinit {
    close(file)
    if !isFinished { unlink(temporaryPath) }
  }

  func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(file, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(path) }
      sent += count
    }
  }

  func finish() throws {
    guard fsync(file) == 0 else { throw Self.failure(path) }
    if replaces {
      guard rename(temporaryPath, path) == 0 else { throw Self.failure(path) }
    } else {
      // Unlike a renaming, a link never takes the place of what came meanwhile.
      guard link(temporaryPath, path) == 0 else {
        throw errno == EEXIST ? Self.isThere(path) : Self.failure(path)
      }
      unlink(temporaryPath)
    }
    isFinished = true
  }

  private static func isThere(_ path: String) -> ExportFailure {
    ExportFailure("“\(path)” is there already; --replace writes over it.")
  }

  private static func failure(_ path: String) -> ExportFailure {
    ExportFailure("“\(path)” cannot be written: \(String(cString: strerror(errno))).")
  }
}
