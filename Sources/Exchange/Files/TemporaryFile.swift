internal import Platform

/// An unnamed file of this process (mode 0600). It is removed when it is closed, even if the
/// process is killed.
enum TemporaryFile {
  /// Copies all remaining bytes of a descriptor to a temporary file, and moves to the beginning of
  /// the temporary file.
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
