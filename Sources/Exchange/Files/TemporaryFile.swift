internal import Glibc

/// A file of this process's own (0600) without a name: it goes when it is closed, however that happens.
enum TemporaryFile {
  private static let blockCount = 1 << 18

  /// Reads a descriptor to its end, into a file that then stands at its beginning.
  ///
  /// - Parameter path: How the source is called where it cannot be read.
  /// - Returns: A descriptor that the caller closes.
  static func copy(of source: Int32, _ path: String) throws -> Int32 {
    let file = try make()
    do {
      while case let block = try nextBlock(of: source, path), !block.isEmpty {
        try FileBytes.write(block, to: file, folder)
      }
      guard lseek(file, 0, SEEK_SET) == 0 else { throw FileBytes.failure(folder) }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  private static var folder: String { TemporaryFolder.base }

  private static func make() throws -> Int32 {
    var template = Array("\(folder)/retrace-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw FileBytes.writingFailure(folder) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return file
  }

  private static func nextBlock(of source: Int32, _ path: String) throws -> [UInt8] {
    var count = -1
    let block = [UInt8](unsafeUninitializedCapacity: blockCount) { buffer, filled in
      repeat {
        count = read(source, buffer.baseAddress, blockCount)
      } while count < 0 && errno == EINTR
      filled = max(count, 0)
    }
    guard count >= 0 else { throw FileBytes.failure(path) }
    return block
  }
}
