import Foundation
import TestSupport

/// A disk image in a file, with its own file system (ext4).
final class Disk {
  private let path: String
  private let folder: TemporaryFolder
  private var image: String { folder.path + "/image" }

  /// Mounts a disk image at a folder.
  init(at path: String) throws {
    self.path = path
    folder = try TemporaryFolder()
    try Self.run("truncate", "--size=256M", image)
    try Self.run("mkfs.ext4", "-q", image)
    try mount()
  }

  deinit { umount2(path, Self.detaching) }

  /// Whether a disk image can be mounted. This needs a privilege, and a kernel with loop devices.
  static let isAllowed: Bool = {
    do {
      let folder = try TemporaryFolder()
      _ = try Disk(at: folder.path)
      return true
    } catch {
      return false
    }
  }()

  private func mount() throws { try Self.run("mount", "-o", "loop", image, path) }

  /// Simulates a power cut. Later writes do not reach the disk, and unsynced data is lost.
  func losePower() throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    // `FS_IOC_SHUTDOWN` with the flag that does not write the journal.
    var kind: UInt32 = 2
    guard ioctl(descriptor, 0x8004_587D, &kind) == 0 else { throw POSIXError(.EIO) }
  }

  /// Mounts the disk with its state at the power cut. No process may be using the disk.
  func regainPower() throws {
    try Self.run("umount", path)
    try mount()
  }

  /// Fills the disk completely.
  func fill() throws {
    _ = try Subprocess.run("/usr/bin/env", ["dd", "if=/dev/zero", "of=\(ballast)", "bs=64K"])
  }

  /// Frees the space that ``fill()`` used.
  func empty() throws { try FileManager.default.removeItem(atPath: ballast) }

  private var ballast: String { path + "/ballast" }

  private static func run(_ words: String...) throws {
    let run = try Subprocess.run("/usr/bin/env", words)
    guard run.status == 0 else {
      throw CocoaError(.featureUnsupported, userInfo: [words[0]: run.errors])
    }
  }

  /// `MNT_DETACH`.
  private static let detaching: Int32 = 2
}
