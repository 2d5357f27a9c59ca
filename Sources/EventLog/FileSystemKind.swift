import CLMDB
import Glibc

/// The kind of a mounted file system, as `statfs(2)` numbers it.
struct FileSystemKind: RawRepresentable, Hashable {
  let rawValue: UInt32

  /// The kinds whose files live on another machine; see the Caveats section of `lmdb.h`.
  static let network: Set<FileSystemKind> = [
    FileSystemKind(rawValue: 0x6969),  // NFS
    FileSystemKind(rawValue: 0x517B),  // SMB
    FileSystemKind(rawValue: 0xFF53_4D42),  // CIFS
    FileSystemKind(rawValue: 0xFE53_4D42),  // SMB2
    FileSystemKind(rawValue: 0x0102_1997),  // 9p
    FileSystemKind(rawValue: 0x5346_414F),  // AFS
    FileSystemKind(rawValue: 0x00C3_6400),  // Ceph
    FileSystemKind(rawValue: 0x7375_7245),  // Coda
    FileSystemKind(rawValue: 0x564C),  // NCP
  ]

  var isNetwork: Bool { Self.network.contains(self) }

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
