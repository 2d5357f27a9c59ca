internal import Glibc
internal import Platform

/// The file `sync` in the folder of a profile, and the lock that lets one process at a time use it.
final class SyncStateFile {
  let folder: String
  /// Keeps other processes, and other synchronizations of this one, from the file.
  private let lock: Int32
  /// Asks the program that has the lock to give way; nil where none had it.
  private let turn: TurnRequest?

  private static let name = "sync"
  private static let lockName = "sync.lock"
  private static let largest = 64 << 20

  /// Takes hold of the file of a profile, whether it is there or not.
  ///
  /// - Parameter patience: For how long another program that has it is asked to give way.
  init(in folder: String, patience: Duration = .zero) throws(SyncFailure) {
    self.folder = folder
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

  /// Reads the file of a profile; nil if there is none.
  static func read(in folder: String) throws(SyncFailure) -> SyncState? {
    let path = folder + "/" + name
    let bytes = try failing(path) { () throws(Errno) in
      try ProfileFiles.read(name, in: folder, limit: largest)
    }
    guard let bytes else { return nil }
    do throws(MessageDamage) {
      return try SyncState(bytes: bytes)
    } catch {
      throw SyncFailure(.storage, "“\(path)” is damaged: this device can only join as a new one.")
    }
  }

  /// Replaces the file: once this returns it survives a power cut, and before that the former one
  /// does.
  func write(_ syncState: SyncState) throws(SyncFailure) {
    try failing(folder + "/" + Self.name) { () throws(Errno) in
      try ProfileFiles.replace(Self.name, in: folder, with: syncState.bytes)
    }
  }

  /// Removes the file.
  func remove() throws(SyncFailure) {
    try failing(folder) { () throws(Errno) in
      FileTree.removeFile(folder + "/" + Self.name)
      try ProfileFiles.synchronize(folder)
    }
  }
}

/// Runs what uses a file, and says in words what the system refused.
func failing<Value>(
  _ path: String, _ body: () throws(Errno) -> Value
) throws(SyncFailure) -> Value {
  do throws(Errno) {
    return try body()
  } catch {
    guard error != ProfileFiles.notRegular else {
      throw SyncFailure(
        .storage, "“\(path)” is not a regular file. Remove what is in its place, and try again.")
    }
    // What a disk has no room for now it may have room for later.
    throw SyncFailure(
      .storage, "“\(path)” cannot be used: \(error.text).",
      isTemporary: [ENOSPC, EDQUOT].contains(error.rawValue))
  }
}
