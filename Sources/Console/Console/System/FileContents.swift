internal import Glibc

/// A whole file in memory.
enum FileContents {
  /// Reads a file of at most so many bytes.
  static func read(_ path: String, limitBytes: Int) throws(CommandFailure) -> [UInt8] {
    do throws(SystemError) {
      let descriptor = try Descriptor.open(forReading: path)
      defer { descriptor.close() }
      return try read(descriptor, path: path, limitBytes: limitBytes)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func read(
    _ descriptor: Descriptor, path: String, limitBytes: Int
  ) throws(SystemError) -> [UInt8] {
    var contents: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor.number, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(code: errno, operation: "read", path: path) }
      if count == 0 { return contents }
      contents += block[..<count]
      guard contents.count <= limitBytes else {
        throw SystemError(code: EFBIG, operation: "read", path: path)
      }
    }
  }
}
