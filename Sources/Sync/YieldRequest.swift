internal import Platform

/// A request to a program that syncs continuously to give way. The request exists as long as this
/// object.
///
/// The program that requests the ``SyncLock`` locks the file `sync.turn`. Writing to the file wakes
/// programs that watch the profile.
final class YieldRequest {
  private static let name = "sync.turn"
  private let file: Int32

  init(in folder: String) throws {
    file = try ProfileFiles.open(toLock: Self.name, in: folder)
    while flock(file, LOCK_SH) != 0, errno == EINTR {}
    try? FileDescriptor.writeAll(file, [UInt8(ascii: "\n")])
  }

  deinit { close(file) }

  /// Whether a program is requesting the ``SyncLock``.
  static func exists(in folder: String) -> Bool {
    ProfileFiles.isLocked(name, against: LOCK_EX, in: folder)
  }
}
