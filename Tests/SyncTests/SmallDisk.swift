import Foundation
import TestSupport
import Testing

/// A disk in memory with little room.
final class SmallDisk {
  private let path: String

  /// Whether one can be mounted here: that needs a right that few have, and not root in every container.
  static let isAllowed: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? SmallDisk(at: folder.path, megabytes: 1)) != nil
  }()

  /// Mounts it over a folder.
  init(at path: String, megabytes: Int) throws {
    self.path = path
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  /// Gives it more room.
  func grow(toMegabytes megabytes: Int) throws {
    guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(megabytes)m") == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  /// Has a file take all the room that is left.
  func fill() throws {
    let file = open(path + "/filling", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let bytes = [UInt8](repeating: 1, count: 1 << 10)
    while write(file, bytes, bytes.count) > 0 {}
    guard errno == ENOSPC else { throw POSIXError(.EIO) }
  }

  /// Removes that file.
  func makeRoom() throws { try FileManager.default.removeItem(atPath: path + "/filling") }

  deinit { umount2(path, Self.detaching) }

  /// `MNT_DETACH`.
  private static let detaching: Int32 = 2
}
