internal import Platform

/// The files next to the log in the profile's folder. A file is always read and replaced
/// completely.
enum ProfileFiles {
  /// The suffix of a file's name while the file is being written.
  private static let partSuffix = ".part"

  /// Reads a file. Returns nil if the file does not exist.
  static func read(
    _ name: String, in folder: String, limit: Int
  ) throws -> [UInt8]? {
    let file: Int32
    do {
      file = try openRegular(folder + "/" + name, O_RDONLY)
    } catch let error as Errno where error.rawValue == ENOENT {
      return nil
    }
    defer { close(file) }
    return try FileDescriptor.readAll(file, limit: limit)
  }

  /// Replaces a file atomically and durably.
  static func replace(
    _ name: String, in folder: String, with bytes: [UInt8]
  ) throws {
    let path = folder + "/" + name
    let part = path + partSuffix
    FileTree.removeFile(part)
    let file = try FileDescriptor.open(part, O_WRONLY | O_CREAT | O_EXCL)
    defer { close(file) }
    do {
      try FileDescriptor.writeAll(file, bytes)
      guard fsync(file) == 0 else { throw Errno.last }
      try FileTree.rename(part, to: path)
    } catch {
      FileTree.removeFile(part)
      throw error
    }
    try synchronize(folder)
  }

  /// Opens a file in order to lock it, and creates the file if it is missing.
  static func open(toLock name: String, in folder: String) throws -> Int32 {
    let path = folder + "/" + name
    return try failing(path) {
      try openRegular(path, O_RDWR | O_CREAT)
    }
  }

  /// Opens a regular file. Rejects other files, such as pipes, without waiting for another process.
  ///
  /// - Throws: ``notRegular`` if the file is not a regular file, or the system's error.
  private static func openRegular(_ path: String, _ flags: Int32) throws -> Int32 {
    let file = try FileDescriptor.open(path, flags | O_NOFOLLOW | O_NONBLOCK)
    do {
      guard try FileDescriptor.status(file).st_mode & S_IFMT == S_IFREG else { throw notRegular }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// The error for a file that is not a regular file. The system does not define an error number
  /// for this case.
  static let notRegular = Errno(rawValue: -1)

  /// Whether another process has locked a file.
  ///
  /// - Parameter lock: `LOCK_SH` detects only exclusive locks and does not disturb other checks.
  ///   `LOCK_EX` also detects shared locks.
  static func isLocked(_ name: String, against lock: Int32, in folder: String) -> Bool {
    guard let file = try? openRegular(folder + "/" + name, O_RDONLY) else {
      return false
    }
    defer { close(file) }
    return flock(file, lock | LOCK_NB) != 0
  }

  /// Makes changes to the entries of a folder durable.
  static func synchronize(_ folder: String) throws {
    let directory = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw Errno.last }
  }
}

/// Runs an operation on a file. If the operation fails, throws a ``SyncError`` that describes the
/// system's error.
func failing<Value>(
  _ path: String, _ body: () throws -> Value
) throws -> Value {
  do {
    return try body()
  } catch {
    guard error as? Errno != ProfileFiles.notRegular else {
      throw SyncError(
        .storage, "“\(path)” is not a regular file. Remove it, and try again.")
    }
    // The operation may succeed later if only disk space is missing.
    throw SyncError(
      .storage, "“\(path)” cannot be used: \(error).",
      isTemporary: [ENOSPC, EDQUOT].contains((error as? Errno)?.rawValue))
  }
}
