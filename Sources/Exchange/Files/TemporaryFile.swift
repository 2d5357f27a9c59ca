internal import Glibc
internal import Platform

/// A file of this process's own (0600) without a name: it goes when it is closed, however that happens.
enum TemporaryFile {
  /// Reads a descriptor to its end, into a file that then stands at its beginning.
  ///
  /// - Parameter path: How the source is called where it cannot be read.
  /// - Returns: A descriptor that the caller closes.
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
