internal import Glibc
internal import Platform

/// The file `sync` in the folder of a profile, and the lock that lets one process at a time use it.
final class MembershipFile {
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
    if lseek(lock, 0, SEEK_END) == 0 { try? Descriptors.writeAll(lock, [UInt8(ascii: "\n")]) }
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
  static func read(in folder: String) throws(SyncFailure) -> Membership? {
    let path = folder + "/" + name
    let bytes = try failing(path) { () throws(SystemCode) in
      try ProfileFiles.read(name, in: folder, limit: largest)
    }
    guard let bytes else { return nil }
    do throws(MessageDamage) {
      return try Membership(bytes: bytes)
    } catch {
      throw SyncFailure(.storage, "“\(path)” is damaged: this device can only join as a new one.")
    }
  }

  /// Replaces the file: once this returns it survives a power cut, and before that the former one
  /// does.
  func write(_ membership: Membership) throws(SyncFailure) {
    try failing(folder + "/" + Self.name) { () throws(SystemCode) in
      try ProfileFiles.replace(Self.name, in: folder, with: membership.bytes)
    }
  }

  /// Removes the file.
  func remove() throws(SyncFailure) {
    try failing(folder) { () throws(SystemCode) in
      FileTree.removeFile(folder + "/" + Self.name)
      try ProfileFiles.synchronize(folder)
    }
  }
}

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
    try? Descriptors.writeAll(file, [UInt8(ascii: "\n")])
  }

  deinit { close(file) }

  /// Whether somebody asks.
  static func isThere(in folder: String) -> Bool {
    ProfileFiles.isLocked(name, against: LOCK_EX, in: folder)
  }
}

/// Says that a program exchanges as it happens, as long as this lives, and what is wrong: what keeps it from that,
/// or that a server is away.
///
/// The file `sync.follow` is locked by the program, and has that sentence.
public final class FollowerNote {
  private static let name = "sync.follow"
  private static let largest = 4_096
  private let file: Int32
  /// What is wrong; nil: nothing.
  public private(set) var problem: String?
  /// Whether the file says so: it cannot be written where there is no room.
  private var isWritten = true

  /// Takes note of it.
  ///
  /// - Throws: ``SyncFailure``, with ``SyncFailure/Reason/refused`` if another program does so already.
  public init(in folder: String) throws(SyncFailure) {
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
  public func note(_ problem: String?) {
    guard problem != self.problem || !isWritten else { return }
    self.problem = problem
    _ = ftruncate(file, 0)
    _ = lseek(file, 0, SEEK_SET)
    isWritten = (try? Descriptors.writeAll(file, Array((problem ?? "").utf8))) != nil
  }

  /// What is noted; nil where no program exchanges as it happens, empty where nothing is wrong.
  static func read(in folder: String) -> String? {
    guard ProfileFiles.isLocked(name, against: LOCK_SH, in: folder) else { return nil }
    let bytes = try? ProfileFiles.read(name, in: folder, limit: largest)
    return String(decoding: (bytes ?? nil) ?? [], as: UTF8.self)
  }
}

/// Files in the folder of a profile beside the log: they are read and replaced whole.
enum ProfileFiles {
  /// Behind the name of a file while it is written.
  private static let partSuffix = ".part"

  /// Reads a file; nil if there is none.
  static func read(
    _ name: String, in folder: String, limit: Int
  ) throws(SystemCode) -> [UInt8]? {
    let file: Int32
    do throws(SystemCode) {
      file = try openRegular(folder + "/" + name, O_RDONLY)
    } catch {
      guard error.rawValue == ENOENT else { throw error }
      return nil
    }
    defer { close(file) }
    return try Descriptors.readAll(file, limit: limit)
  }

  /// Replaces a file: once this returns it survives a power cut, and before that the former one does.
  static func replace(
    _ name: String, in folder: String, with bytes: [UInt8]
  ) throws(SystemCode) {
    let path = folder + "/" + name
    let part = path + partSuffix
    FileTree.removeFile(part)
    let file = try Descriptors.open(part, O_WRONLY | O_CREAT | O_EXCL)
    defer { close(file) }
    do throws(SystemCode) {
      try Descriptors.writeAll(file, bytes)
      guard fsync(file) == 0 else { throw .last }
      try FileTree.rename(part, to: path)
    } catch {
      FileTree.removeFile(part)
      throw error
    }
    try synchronize(folder)
  }

  /// Opens a file that is there to be locked.
  static func open(toLock name: String, in folder: String) throws(SyncFailure) -> Int32 {
    let path = folder + "/" + name
    return try failing(path) { () throws(SystemCode) in
      try openRegular(path, O_RDWR | O_CREAT)
    }
  }

  /// Opens a regular file. Something else in its place, such as a pipe that nobody writes to, is refused and
  /// never waited for.
  ///
  /// - Throws: ``notRegular`` for something else than a regular file, or the system's reason.
  private static func openRegular(_ path: String, _ flags: Int32) throws(SystemCode) -> Int32 {
    let file = try Descriptors.open(path, flags | O_NOFOLLOW | O_NONBLOCK)
    do throws(SystemCode) {
      guard try Descriptors.status(file).st_mode & S_IFMT == S_IFREG else { throw notRegular }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// Stands for a file that is not a regular one, for which the system has no number.
  static let notRegular = SystemCode(rawValue: -1)

  /// Whether somebody has locked a file.
  ///
  /// - Parameter lock: `LOCK_SH` looks for who has it alone, and is in the way of nobody who looks as well;
  ///   `LOCK_EX` looks also for those who share it.
  static func isLocked(_ name: String, against lock: Int32, in folder: String) -> Bool {
    guard let file = try? openRegular(folder + "/" + name, O_RDONLY) else {
      return false
    }
    defer { close(file) }
    return flock(file, lock | LOCK_NB) != 0
  }

  /// Makes durable which files are in a folder.
  static func synchronize(_ folder: String) throws(SystemCode) {
    let directory = try Descriptors.open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw .last }
  }
}

/// Runs what uses a file, and says in words what the system refused.
func failing<Value>(
  _ path: String, _ body: () throws(SystemCode) -> Value
) throws(SyncFailure) -> Value {
  do throws(SystemCode) {
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
