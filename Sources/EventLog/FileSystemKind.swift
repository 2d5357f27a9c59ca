import CLMDB
import Glibc

/// The kind of a mounted file system, as `statfs(2)` numbers it.
struct FileSystemKind: RawRepresentable {
  let rawValue: UInt32

  /// Whether its files live on another machine; see the Caveats section of `lmdb.h`.
  var isNetwork: Bool {
    switch rawValue {
    case 0x6969: true  // NFS
    case 0x517B: true  // SMB
    case 0xFF53_4D42: true  // CIFS
    case 0xFE53_4D42: true  // SMB2
    case 0x0102_1997: true  // 9p
    case 0x5346_414F: true  // AFS
    case 0x00C3_6400: true  // Ceph
    case 0x7375_7245: true  // Coda
    case 0x564C: true  // NCP
    default: false
    }
  }

  /// The kind of the file system that a path is on, or would be on if it existed.
  static func of(_ path: String) throws(LogFailure) -> FileSystemKind {
    var path = path
    while !FileSystem.exists(path), path != "/", path != "." {
      path = FileSystem.parent(of: path)
    }
    var status = statfs()
    guard unsafe statfs(path, &status) == 0 else {
      throw .ofSystem("look at the file system", path: path)
    }
    return FileSystemKind(rawValue: UInt32(truncatingIfNeeded: status.f_type))
  }

  /// Whether so little is left on the file system of a path that a short write means "full".
  static func isFull(at path: String) -> Bool {
    var status = statfs()
    guard unsafe statfs(path, &status) == 0 else { return false }
    return Int(status.f_bavail) * Int(status.f_bsize) < 1 << 20
  }
}
