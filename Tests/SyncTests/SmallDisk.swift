import Foundation
import TestSupport
import Testing

/// A small disk in memory.
final class SmallDisk {
  private let path: String

  /// Whether a disk can be mounted. This needs a privilege, which root does not have in every
  /// container.
  static let isAllowed: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? SmallDisk(at: folder.path, megabytes: 1)) != nil
  }()

  /// Mounts the disk at a folder.
  init(at path: String, megabytes: Int) throws {
    self.path = path
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  /// Enlarges the disk.
  func grow(toMegabytes megabytes: Int) throws {
    guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(megabytes)m") == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  /// Fills all remaining space with a file.
  func fill() throws {
    let file = open(path + "/filling", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let bytes = [UInt8](repeating: 1, count: 1 << 10)
    while write(file, bytes, bytes.count) > 0 {}
    guard errno == ENOSPC else { throw POSIXError(.EIO) }
  }

  /// Removes the file that fills the disk.
  func makeRoom() throws { try FileManager.default.removeItem(atPath: path + "/filling") }

  deinit { umount2(path, Self.detaching) }

  /// `MNT_DETACH`.
  private static let detaching: Int32 = 2
}
