import CLMDB
import Glibc

/// The file `lock.mdb`, by which processes take turns.
enum LockFile {
  /// What LMDB makes it for 126 readers.
  private static let byteCount = 8_192

  /// Gives the file its room on the disk before LMDB maps it: on a full disk a store into the map would
  /// end the process, and a healthy log would look damaged.
  ///
  /// It must not be open in this process: closing a descriptor of it drops the process's locks.
  ///
  /// - Returns: Whether there is a lock. Who only reads can do without, where the medium or the
  ///   permissions allow no more: see ``Transaction/mayBeOverwritten``.
  static func prepare(in directory: String, for access: EventLog.Access) throws(LogFailure) -> Bool
  {
    let path = directory + "/lock.mdb"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // Of other failures LMDB will say what is wrong.
    guard descriptor >= 0 else {
      return access == .readWrite || ![EROFS, EACCES, EPERM].contains(errno)
    }
    defer { close(descriptor) }
    FileSystem.giveToOwner(of: directory, path)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_blocks * 512 < byteCount
    else { return true }
    let code = fallocate(descriptor, 0, 0, off_t(byteCount)) == 0 ? 0 : errno
    guard code == ENOSPC || code == EDQUOT else { return true }
    throw LogFailure(code: code, operation: "make room for the lock", path: directory)
  }
}
