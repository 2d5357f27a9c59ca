internal import Glibc
internal import Platform

/// An unnamed file of this process (0600), which disappears when it is closed for any reason.
enum TemporaryFile {
  /// Reads a descriptor to its end into a file, which is then positioned at its beginning.
  ///
  /// - Parameter path: The name of the source in error messages.
  /// - Returns: A descriptor that the caller must close.
  static func copy(of source: Int32, _ path: String) throws -> Int32 {
    let folder = TemporaryFolder.base
    let file = try make(in: folder)
    do {
      while case let block = try nextBlock(of: source, path), !block.isEmpty {
        try FileBytes.write(block, to: file, folder)
      }
      guard lseek(file, 0, SEEK_SET) == 0 else { throw FileBytes.failure(folder, .last) }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  private static func make(in folder: String) throws -> Int32 {
    do throws(Errno) {
      return try FileTree.openNameless(in: folder)
    } catch {
      throw FileBytes.writingFailure(folder, error)
    }
  }

  private static func nextBlock(of source: Int32, _ path: String) throws -> [UInt8] {
    try FileBytes.reading(path) { () throws(Errno) in
      try FileDescriptor.read(source, atMost: 1 << 18)
    }
  }
}
