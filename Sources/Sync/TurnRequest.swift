internal import Glibc
internal import Platform

/// Asks a program that exchanges as it happens to give way, as long as this lives.
///
/// The file `sync.turn` is locked by who asks. That something is written to it wakes whoever watches the
/// profile.
final class TurnRequest {
  private static let name = "sync.turn"
  private let file: Int32

  init(in folder: String) throws(SyncFailure) {
    file = try ProfileFiles.open(toLock: Self.name, in: folder)
    while flock(file, LOCK_SH) != 0, errno == EINTR {}
    try? FileDescriptor.writeAll(file, [UInt8(ascii: "\n")])
  }

  deinit { close(file) }

  /// Whether somebody asks.
  static func isThere(in folder: String) -> Bool {
    ProfileFiles.isLocked(name, against: LOCK_EX, in: folder)
  }
}
