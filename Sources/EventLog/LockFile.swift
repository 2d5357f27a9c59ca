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
  static func prepare(in directory: String) throws(LogFailure) {
    let path = directory + "/lock.mdb"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // LMDB will say what is wrong, or do without: on a medium that cannot be written.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    FileSystem.giveToOwner(of: directory, path)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_blocks * 512 < byteCount else { return }
    let code = fallocate(descriptor, 0, 0, off_t(byteCount)) == 0 ? 0 : errno
    guard code == ENOSPC || code == EDQUOT else { return }
    throw LogFailure(code: code, operation: "make room for the lock", path: directory)
  }
}
