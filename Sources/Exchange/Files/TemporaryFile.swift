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
    do throws(SystemCode) {
      return try FileTree.openNameless(in: folder)
    } catch {
      throw FileBytes.writingFailure(folder, error)
    }
  }

  private static func nextBlock(of source: Int32, _ path: String) throws -> [UInt8] {
    try FileBytes.reading(path) { () throws(SystemCode) in
      try Descriptors.read(source, atMost: 1 << 18)
    }
  }
}

/// A folder of this process's own (0700), which goes with this value, and with it all that is in it.
final class TemporaryFolder {
  let path: String

  /// Where what is temporary goes: `TMPDIR`, or `/tmp`.
  static var base: String { ProcessContext.variable("TMPDIR") ?? "/tmp" }

  init() throws {
    let base = Self.base
    path = try FileBytes.reading(base) { () throws(SystemCode) in
      try FileTree.makeTemporaryFolder(in: base)
    }
  }

  /// A program that was ended a moment ago may still write into it: then it is removed again.
  deinit {
    var attempts = 0
    while !FileTree.removeFolder(path), attempts < Self.mostAttempts {
      attempts += 1
      usleep(20_000)
    }
  }

  /// Together they take five seconds at most.
  private static let mostAttempts = 250

  /// Makes a folder inside of it, and those on the way.
  func makeFolder(_ name: String) throws -> String {
    var folder = path
    for part in name.split(separator: "/") {
      folder += "/\(part)"
      try FileBytes.reading(folder) { () throws(SystemCode) in try FileTree.makeFolder(folder) }
    }
    return folder
  }

  /// Writes a file inside of it.
  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let path = "\(path)/\(name)"
    let file = try FileBytes.reading(path) { () throws(SystemCode) in
      try Descriptors.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    }
    defer { close(file) }
    try FileBytes.write(bytes, to: file, path)
  }
}
