internal import Platform

/// Reads complete files.
package enum FileContents {
  /// Reads a regular file of at most `limitBytes` bytes. Rejects other kinds of files, such as a pipe,
  /// because reading them could block a server.
  package static func read(_ path: String, limitBytes: Int) throws -> [UInt8] {
    let descriptor = try Descriptor.open(file: path)
    defer { descriptor.close() }
    return try read(descriptor, path: path, limitBytes: limitBytes)
  }

  private static func read(
    _ descriptor: Descriptor, path: String, limitBytes: Int
  ) throws -> [UInt8] {
    let contents = try SystemError.from("read", path) {
      try FileDescriptor.readAll(descriptor.number, limit: limitBytes)
    }
    guard contents.count <= limitBytes else {
      throw SystemError(code: EFBIG, operation: "read", path: path)
    }
    return contents
  }
}
