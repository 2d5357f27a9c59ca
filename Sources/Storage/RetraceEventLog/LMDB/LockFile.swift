import CLMDB
internal import Platform

/// The file `lock.mdb`, which contains LMDB's writer lock and its table of readers.
enum LockFile {
  /// The size of the file that LMDB creates for 126 readers, in bytes.
  private static let byteCount = 8_192

  /// Allocates the file's blocks before LMDB maps it. Otherwise, on a full disk, writing to the map
  /// would end the process, and an intact log would look damaged.
  ///
  /// The file must not be open in this process, because closing a descriptor of it releases the
  /// process's locks.
  ///
  /// - Returns: Whether there is a lock. A reader can do without one if the medium or the
  ///   permissions do not allow it. See ``Transaction/mayBeOverwritten``.
  /// - Throws: ``LogError/Reason/noSpace`` if the blocks cannot be allocated.
  static func prepare(in directory: String, for access: EventLog.Access) throws -> Bool {
    let path = directory + "/lock.mdb"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // LMDB reports other failures itself.
    guard descriptor >= 0 else {
      return access == .readWrite || ![EROFS, EACCES, EPERM].contains(errno)
    }
    defer { close(descriptor) }
    FileSystem.giveToOwner(of: directory, descriptor)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_blocks * 512 < byteCount
    else { return true }
    let code = fallocate(descriptor, 0, 0, off_t(byteCount)) == 0 ? 0 : errno
    guard code == ENOSPC || code == EDQUOT else { return true }
    throw LogError(code: code, operation: "make room for the lock", path: directory)
  }
}
