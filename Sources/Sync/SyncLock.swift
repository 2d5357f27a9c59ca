internal import Glibc
internal import Platform

/// The lock that lets one program at a time exchange for a profile: the file `sync.lock` in its folder.
final class SyncLock {
  private let lock: Int32
  /// Asks the program that has the lock to give way; nil where none had it.
  private let turn: TurnRequest?

  private static let lockName = "sync.lock"

  /// Locks the sync state of a profile.
  ///
  /// - Parameter patience: How long to ask another program that holds the lock to give way.
  init(in folder: String, patience: Duration = .zero) throws(SyncFailure) {
    let lock = try ProfileFiles.open(toLock: Self.lockName, in: folder)
    self.lock = lock
    var turn: TurnRequest?
    let end = ContinuousClock.now + patience
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard ContinuousClock.now < end else {
        close(lock)
        throw SyncFailure(
          .busy, "Another program exchanges with this profile's devices just now.",
          isTemporary: true)
      }
      do throws(SyncFailure) {
        if turn == nil { turn = try TurnRequest(in: folder) }
      } catch {
        close(lock)
        throw error
      }
      Synchronization.wait(20)
    }
    self.turn = turn
  }

  // Whoever gave way goes on once nobody asks, so the lock has to be free by then.
  deinit { close(lock) }

  /// Notes that an exchange went well. The time of the lock's file says when the last one did, once there is
  /// something in it: to change the time wakes nobody who watches the profile being written.
  func noteExchange() {
    if lseek(lock, 0, SEEK_END) == 0 { try? FileDescriptor.writeAll(lock, [UInt8(ascii: "\n")]) }
    _ = futimens(lock, nil)
  }

  /// When the last exchange went well, by the clock of this computer, in milliseconds since 1970.
  static func lastExchange(in folder: String) -> Int64? {
    guard let status = try? FileTree.status(at: folder + "/" + lockName), status.st_size > 0 else {
      return nil
    }
    let time = status.st_mtim
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
