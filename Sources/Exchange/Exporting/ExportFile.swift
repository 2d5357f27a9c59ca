internal import Glibc

/// Why nothing was exported.
public struct ExportFailure: Error, Equatable {
  /// One plain sentence.
  public let message: String

  public init(_ message: String) { self.message = message }
}

/// A file that is there whole or not at all, or standard output.
public final class ExportFile {
  private let path: String?
  private let replaces: Bool
  private let descriptor: Int32
  /// Whether nothing is left of the draft.
  private var isFinished = false

  /// - Parameters:
  ///   - path: Nil: standard output.
  ///   - replaces: Whether a file that is there already may go.
  public init(_ path: String?, replaces: Bool = false) throws {
    self.path = path
    self.replaces = replaces
    guard let path else {
      descriptor = STDOUT_FILENO
      return
    }
    guard replaces || access(path, F_OK) != 0 else {
      throw ExportFailure("“\(path)” is there already; --replace replaces it.")
    }
    descriptor = open(Self.draft(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit {
    guard let path, descriptor >= 0 else { return }
    close(descriptor)
    if !isFinished { unlink(Self.draft(path)) }
  }

  public func write(_ bytes: [UInt8]) throws {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(
          descriptor, bytes.baseAddress.map { $0 + position }, bytes.count - position)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path ?? "standard output") }
      position += count
    }
  }

  /// Puts the file in its place.
  public func finish() throws {
    guard let path else { return }
    guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    // A second name fails where there is a file of that name by now.
    let code = replaces ? rename(Self.draft(path), path) : link(Self.draft(path), path)
    guard code == 0 else { throw Self.failure(path) }
    isFinished = replaces
  }

  private static func draft(_ path: String) -> String { "\(path).retrace-part" }

  private static func failure(_ path: String) -> ExportFailure {
    ExportFailure("“\(path)” cannot be written: \(String(cString: strerror(errno))).")
  }
}
