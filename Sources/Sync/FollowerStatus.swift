internal import Platform

/// A note for other programs that this program is syncing continuously. The note exists as long as
/// this object. It also contains the current problem, such as a failed exchange or a server that is
/// down.
///
/// The program holds a lock on the file `sync.follow`, which contains the problem as a sentence.
package final class FollowerStatus {
  private static let name = "sync.follow"
  private static let largest = 4_096
  private let file: Int32
  /// The current problem, or nil.
  package private(set) var problem: String?
  /// Whether the file contains the current problem. The value is false after a write has failed,
  /// for example because the disk is full.
  private var isWritten = true

  /// Creates the note.
  ///
  /// - Throws: ``SyncError``, with ``SyncError/Reason/refused`` if another program holds the
  ///   note.
  package init(in folder: String) throws {
    file = try ProfileFiles.open(toLock: Self.name, in: folder)
    var triesLeft = 10
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard triesLeft > 0 else {
        throw SyncError(.refused, "“sync follow” is already running for this profile.")
      }
      // A program that only checks the lock holds it for a very short time.
      triesLeft -= 1
      Synchronization.wait(10)
    }
    _ = ftruncate(file, 0)
  }

  deinit { close(file) }

  /// Stores the current problem, or nil if there is no problem. If the problem has changed, the
  /// programs that watch the profile are woken.
  package func note(_ problem: String?) {
    guard problem != self.problem || !isWritten else { return }
    self.problem = problem
    _ = ftruncate(file, 0)
    _ = lseek(file, 0, SEEK_SET)
    isWritten = (try? FileDescriptor.writeAll(file, Array((problem ?? "").utf8))) != nil
  }

  /// Returns the stored problem, or an empty string if there is no problem. Returns nil if no
  /// program is syncing continuously.
  static func read(in folder: String) -> String? {
    guard ProfileFiles.isLocked(name, against: LOCK_SH, in: folder) else { return nil }
    let bytes = try? ProfileFiles.read(name, in: folder, limit: largest)
    return String(decoding: (bytes ?? nil) ?? [], as: UTF8.self)
  }
}
