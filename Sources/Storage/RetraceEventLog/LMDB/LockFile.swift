import CLMDB
internal import Platform

/// The file `lock.mdb`, which contains LMDB's writer lock and its table of readers.
enum LockFile {
  /// The size of the file that LMDB creates for 126 readers, in bytes.
  private static let byteCount = 8_192

  /// Allocates the blocks of the lock file before LMDB maps it. Otherwise, if the disk is full,
  /// writing to the map would end the process, and an intact log would look damaged.
  ///
  /// The lock file must not be open in this process, because closing a descriptor of a file
  /// releases the process's locks on it.
  ///
  /// - Returns: Whether the environment can be locked. If the medium or the permissions do not
  ///   allow a lock file, a log can still be read without a lock file. See
  ///   ``Transaction/mayBeOverwritten``.
  /// - Throws: ``LogError/Reason/noSpace`` if the blocks cannot be allocated.
  static func prepare(in directory: String, for access: EventLog.Access) throws -> Bool {
    let path = directory + "/lock.mdb"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // LMDB reports other failures itself.
    guard descriptor >= 0 else {
      return access == .readWrite || ![EROFS, EACCES, EPERM].contains(errno)
    }
    defer { close(descriptor) }
    FileSystem.matchOwner(of: directory, descriptor)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_blocks * 512 < byteCount
    else { return true }
    let code = fallocate(descriptor, 0, 0, off_t(byteCount)) == 0 ? 0 : errno
    guard code == ENOSPC || code == EDQUOT else { return true }
    throw LogError(code: code, operation: "allocate the lock file", path: directory)
  }
}
