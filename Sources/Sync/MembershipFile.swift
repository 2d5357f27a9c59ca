internal import Glibc
internal import Platform

/// The file `sync` in the folder of a profile, and the lock that lets one process at a time use it.
final class MembershipFile {
  let folder: String
  /// Keeps other processes, and other synchronizations of this one, from the file.
  private let lock: Int32

  private static let name = "sync"
  private static let lockName = "sync.lock"
  private static let largest = 64 << 20

  /// Takes hold of the file of a profile, whether it is there or not.
  init(in folder: String) throws(SyncFailure) {
    self.folder = folder
    let path = folder + "/" + Self.lockName
    lock = try failing(path) { () throws(SystemCode) in
      try Descriptors.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw SyncFailure(
        .stream, "Another program exchanges with this profile's devices just now.",
        isTemporary: true)
    }
  }

  deinit { close(lock) }

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
      file = try Descriptors.open(folder + "/" + name, O_RDONLY | O_NOFOLLOW)
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
    try Descriptors.writeAll(file, bytes)
    guard fsync(file) == 0 else { throw .last }
    try FileTree.rename(part, to: path)
    try synchronize(folder)
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
    throw SyncFailure(.storage, "“\(path)” cannot be used: \(error.text).")
  }
}
