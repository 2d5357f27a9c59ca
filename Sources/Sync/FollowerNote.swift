internal import Glibc
internal import Platform

/// Says that a program exchanges as it happens, as long as this lives, and what is wrong: what keeps it from that,
/// or that a server is away.
///
/// The file `sync.follow` is locked by the program, and has that sentence.
package final class FollowerNote {
  private static let name = "sync.follow"
  private static let largest = 4_096
  private let file: Int32
  /// What is wrong; nil: nothing.
  package private(set) var problem: String?
  /// Whether the file says so: it cannot be written where there is no room.
  private var isWritten = true

  /// Takes note of it.
  ///
  /// - Throws: ``SyncFailure``, with ``SyncFailure/Reason/refused`` if another program does so already.
  package init(in folder: String) throws(SyncFailure) {
    file = try ProfileFiles.open(toLock: Self.name, in: folder)
    var triesLeft = 10
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard triesLeft > 0 else {
        throw SyncFailure(.refused, "“sync follow” runs for this profile already.")
      }
      // Who only looks has it for a moment.
      triesLeft -= 1
      Synchronization.wait(10)
    }
    _ = ftruncate(file, 0)
  }

  deinit { close(file) }

  /// Notes what is wrong; nil: nothing. Whoever watches the profile is woken if that is
  /// another than before.
  package func note(_ problem: String?) {
    guard problem != self.problem || !isWritten else { return }
    self.problem = problem
    _ = ftruncate(file, 0)
    _ = lseek(file, 0, SEEK_SET)
    isWritten = (try? FileDescriptor.writeAll(file, Array((problem ?? "").utf8))) != nil
  }

  /// What is noted; nil where no program exchanges as it happens, empty where nothing is wrong.
  static func read(in folder: String) -> String? {
    guard ProfileFiles.isLocked(name, against: LOCK_SH, in: folder) else { return nil }
    let bytes = try? ProfileFiles.read(name, in: folder, limit: largest)
    return String(decoding: (bytes ?? nil) ?? [], as: UTF8.self)
  }
}
