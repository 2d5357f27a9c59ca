internal import Platform

/// The lock that allows only one program at a time to sync a profile. The lock is held on the file
/// `sync.lock` in the profile's folder.
final class SyncLock {
  private let lock: Int32
  /// The request to the program that held the lock to give way, or nil if no program held it.
  private let turn: YieldRequest?

  private static let lockName = "sync.lock"

  /// Locks the sync state of a profile.
  ///
  /// - Parameter patience: The time to wait for another program that holds the lock to give way.
  init(in folder: String, patience: Duration = .zero) throws {
    let lock = try ProfileFiles.open(toLock: Self.lockName, in: folder)
    self.lock = lock
    var turn: YieldRequest?
    let end = ContinuousClock.now + patience
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard ContinuousClock.now < end else {
        close(lock)
        throw SyncError(
          .busy, "Another program is syncing this profile with its devices.",
          isTemporary: true)
      }
      do {
        if turn == nil { turn = try YieldRequest(in: folder) }
      } catch {
        close(lock)
        throw error
      }
      Synchronization.wait(20)
    }
    self.turn = turn
  }

  // The program that gave way continues as soon as the request ends, so the lock must be released
  // before that.
  deinit { close(lock) }

  /// Records the time of a successful exchange as the modification time of the lock file, which
  /// must not be empty. Changing only the time does not wake programs that watch the profile.
  func noteExchange() {
    if lseek(lock, 0, SEEK_END) == 0 { try? FileDescriptor.writeAll(lock, [UInt8(ascii: "\n")]) }
    _ = futimens(lock, nil)
  }

  /// Returns the time of the last successful exchange, by this computer's clock, in milliseconds
  /// since 1970, or nil if there was no successful exchange.
  static func lastExchange(in folder: String) -> Int64? {
    guard let status = try? FileTree.status(at: folder + "/" + lockName), status.st_size > 0 else {
      return nil
    }
    let time = status.st_mtim
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
