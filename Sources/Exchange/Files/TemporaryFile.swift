internal import Platform

/// An unnamed file of this process (0600), which disappears when it is closed for any reason.
enum TemporaryFile {
  /// Reads a descriptor to its end into a file, which is then positioned at its beginning.
  ///
  /// - Parameter path: The name of the source in error messages.
  /// - Returns: A descriptor that the caller must close.
  static func copy(of source: Int32, _ path: String) throws -> Int32 {
    let folder = ScratchFolder.base
    let file = try FileBytes.writing(folder) { try FileTree.openNameless(in: folder) }
    do {
      while case let block = try nextBlock(of: source, path), !block.isEmpty {
        try FileBytes.write(block, to: file, folder)
      }
      try FileBytes.seek(file, to: 0, folder)
      return file
    } catch {
      close(file)
      throw error
    }
  }

  private static func nextBlock(of source: Int32, _ path: String) throws -> [UInt8] {
    try FileBytes.reading(path) {
      try FileDescriptor.read(source, atMost: 1 << 18)
    }
  }
}
