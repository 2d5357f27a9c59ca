import Platform

/// The folder for profiles. A temporary folder is removed at the end.
final class WorkFolder {
  let path: String
  private let isTemporary: Bool

  init(_ wanted: String?) throws {
    isTemporary = wanted == nil
    path = wanted ?? "retrace-bench.\(getpid())"
    try FileTree.makeFolder(path)
  }

  deinit { if isTemporary { FileTree.removeFolder(path) } }

  /// Creates an empty folder. An existing folder with the same name is replaced.
  func fresh(_ name: String) throws -> String {
    let folder = path + "/" + name
    FileTree.removeFolder(folder)
    try FileTree.makeFolder(folder)
    return folder
  }

  /// Copies a file, and syncs the copy to disk.
  static func copy(_ source: String, to target: String) throws {
    let input = try FileDescriptor.open(source, O_RDONLY)
    defer { close(input) }
    let output = try FileDescriptor.open(target, O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(output) }
    try FileDescriptor.copy(input, to: output)
    guard fsync(output) == 0 else { throw Errno.last }
  }

  /// Writes a text file.
  static func write(_ text: String, to path: String) throws {
    let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(file) }
    try FileDescriptor.writeAll(file, Array(text.utf8))
  }
}
