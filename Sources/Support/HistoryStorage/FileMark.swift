internal import Platform

/// Which file it is and how long: what tells one state of a file from another.
struct FileMark: Equatable {
  var device: UInt = 0
  var inode: UInt = 0
  var size = 0

  /// Returns the state of the file at a path, following links, or nil if there is none.
  static func of(_ path: String) throws -> FileMark? {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return FileMark(status) }
    if errno == ENOENT { return nil }
    throw SystemError(code: errno, operation: "look at", path: path)
  }

  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
  }

  /// Makes the mark of no file.
  init() {}

  /// Whether both are of one file, whatever its length.
  func isSameFile(as other: FileMark) -> Bool {
    device == other.device && inode == other.inode
  }
}
