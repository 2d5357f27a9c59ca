internal import Platform

/// A folder of this process (mode 0700). It is removed with its contents when this value is
/// released.
package final class ScratchFolder {
  package let path: String

  /// The directory for temporary files: `TMPDIR`, or `/tmp`.
  static var base: String { ProcessContext.variable("TMPDIR") ?? "/tmp" }

  package init() throws {
    let base = Self.base
    path = try FileBytes.reading(base) {
      try FileTree.makeTemporaryFolder(in: base)
    }
  }

  /// Removes the folder. A program that was just terminated may still write into the folder. In
  /// that case, the removal is repeated.
  deinit {
    var attempts = 0
    while !FileTree.removeFolder(path), attempts < Self.maximumAttempts {
      attempts += 1
      usleep(20_000)
    }
  }

  /// The maximum number of attempts to remove the folder. All attempts together take at most five
  /// seconds.
  private static let maximumAttempts = 250

  /// Creates a folder inside this folder, including missing parents.
  func makeFolder(_ name: String) throws -> String {
    var folder = path
    for part in name.split(separator: "/") {
      folder += "/\(part)"
      try FileBytes.reading(folder) { try FileTree.makeFolder(folder) }
    }
    return folder
  }

  /// Writes a file inside this folder.
  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let path = "\(path)/\(name)"
    let file = try FileBytes.reading(path) {
      try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    }
    defer { close(file) }
    try FileBytes.write(bytes, to: file, path)
  }
}
