internal import Glibc
internal import Platform

/// Files in the folder of a profile beside the log: they are read and replaced whole.
enum ProfileFiles {
  /// Behind the name of a file while it is written.
  private static let partSuffix = ".part"

  /// Reads a file; nil if there is none.
  static func read(
    _ name: String, in folder: String, limit: Int
  ) throws(Errno) -> [UInt8]? {
    let file: Int32
    do throws(Errno) {
      file = try openRegular(folder + "/" + name, O_RDONLY)
    } catch {
      guard error.rawValue == ENOENT else { throw error }
      return nil
    }
    defer { close(file) }
    return try FileDescriptor.readAll(file, limit: limit)
  }

  /// Replaces a file: once this returns it survives a power cut, and before that the former one does.
  static func replace(
    _ name: String, in folder: String, with bytes: [UInt8]
  ) throws(Errno) {
    let path = folder + "/" + name
    let part = path + partSuffix
    FileTree.removeFile(part)
    let file = try FileDescriptor.open(part, O_WRONLY | O_CREAT | O_EXCL)
    defer { close(file) }
    do throws(Errno) {
      try FileDescriptor.writeAll(file, bytes)
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
    return try failing(path) { () throws(Errno) in
      try openRegular(path, O_RDWR | O_CREAT)
    }
  }

  /// Opens a regular file. Something else in its place, such as a pipe that nobody writes to, is refused and
  /// never waited for.
  ///
  /// - Throws: ``notRegular`` for something else than a regular file, or the system's reason.
  private static func openRegular(_ path: String, _ flags: Int32) throws(Errno) -> Int32 {
    let file = try FileDescriptor.open(path, flags | O_NOFOLLOW | O_NONBLOCK)
    do throws(Errno) {
      guard try FileDescriptor.status(file).st_mode & S_IFMT == S_IFREG else { throw notRegular }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// Stands for a file that is not a regular one, for which the system has no number.
  static let notRegular = Errno(rawValue: -1)

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
  static func synchronize(_ folder: String) throws(Errno) {
    let directory = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw .last }
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
