import CLMDB
import Platform

/// The kind of a mounted file system, identified by the number that `statfs(2)` returns.
struct FileSystemKind: RawRepresentable {
  let rawValue: UInt32

  /// Whether the files are on another machine, where LMDB must not be used. See the section
  /// "Caveats" of `lmdb.h`.
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
    case 0x0BD0_0BD0: true  // Lustre
    case 0x4750_4653: true  // GPFS
    case 0x786F_4256: true  // shared folders of VirtualBox
    default: false
    }
  }

  /// Whether a user-space file system (FUSE) reads its files from another machine.
  ///
  /// - Parameter type: The type in `/proc/self/mountinfo`, for example `fuse.sshfs`.
  static func isNetwork(type: String) -> Bool {
    let names = [
      "virtiofs", "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.glusterfs", "fuse.ceph",
      "fuse.ceph-fuse", "fuse.davfs", "fuse.davfs2", "fuse.curlftpfs", "fuse.gvfsd-fuse",
      "fuse.smbnetfs", "fuse.vmhgfs-fuse", "fuse.gcsfuse", "fuse.juicefs", "fuse.nfs",
    ]
    return names.contains(type)
  }

  /// Throws ``LogError/Reason/networkFileSystem`` if a path is on a network file system, even if
  /// nothing exists at the path yet.
  static func refuseNetwork(_ path: String, operation: String) throws {
    guard try !isNetwork(at: path) else {
      throw LogError(.networkFileSystem, operation: operation, path: path)
    }
  }

  /// Whether a path, or its nearest existing parent, is on a network file system.
  static func isNetwork(at path: String) throws -> Bool {
    let kind = try of(path)
    guard kind.rawValue == fuse else { return kind.isNetwork }
    return mountedType(at: path).map(isNetwork(type:)) ?? false
  }

  /// The number shared by all user-space file systems.
  private static let fuse: UInt32 = 0x6573_5546

  /// Returns the type of the mount that contains a path, or nil if the system does not report it.
  private static func mountedType(at path: String) -> String? {
    let limit = 1 << 20
    // A system that does not list its mounts is assumed to have local disks.
    guard let bytes = try? FileSystem.wholeContents(of: "/proc/self/mountinfo", limit: limit)
    else { return nil }
    var type: String?
    var longest = -1
    // ID, parent, device, root, mount point, options …, “-”, type, …
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 6, let dash = words.firstIndex(of: "-"), dash + 1 < words.count else {
        continue
      }
      let point = words[4] == "/" ? "" : words[4]
      if path == point || path.hasPrefix(point + "/"), point.utf8.count >= longest {
        longest = point.utf8.count
        type = String(words[dash + 1])
      }
    }
    return type
  }

  /// Returns the kind of the file system of a path, or of its nearest existing parent.
  static func of(_ path: String) throws -> FileSystemKind {
    var path = path
    while !FileSystem.exists(path), path != "/", path != "." {
      path = FileSystem.parent(of: path)
    }
    var status = statfs()
    guard unsafe statfs(path, &status) == 0 else {
      throw LogError.ofSystem("examine the file system", path: path)
    }
    return FileSystemKind(rawValue: UInt32(truncatingIfNeeded: status.f_type))
  }

  /// Whether the file system of a path has less free space than a number of bytes to write. If so,
  /// a failed write means that the disk is full.
  static func hasLess(than bytes: Int, at path: String) -> Bool {
    var status = statfs()
    guard unsafe statfs(path, &status) == 0 else { return false }
    return Int(status.f_bavail) * Int(status.f_bsize) < bytes
  }
}
