internal import Platform

/// The identity and length of a file, which show whether the file has changed.
struct FileMark: Equatable {
  var device: UInt = 0
  var inode: UInt = 0
  var size = 0

  /// Returns the mark of the file at a path, following links, or nil if there is no file.
  static func of(_ path: String) throws -> FileMark? {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return FileMark(status) }
    if errno == ENOENT { return nil }
    throw SystemError(code: errno, operation: "examine", path: path)
  }

  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
  }

  /// Creates the mark of a missing file.
  init() {}

  /// Whether both marks belong to the same file, regardless of the recorded lengths.
  func isSameFile(as other: FileMark) -> Bool {
    device == other.device && inode == other.inode
  }
}
