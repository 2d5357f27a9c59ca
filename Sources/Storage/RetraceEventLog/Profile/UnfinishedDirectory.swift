import Platform

/// The directory of an unfinished copy or profile. The directory contains a ``Marker``, which is
/// locked until this value is released.
@safe struct UnfinishedDirectory: ~Copyable {
  let path: String
  /// The descriptor of the marker, which holds the lock.
  private let lock: Int32

  /// Creates the directory with its marker.
  ///
  /// - Throws: A failure with the code `EEXIST` if something already exists at the path.
  init(_ path: String) throws {
    for _ in 0..<Self.maximumAttempts {
      try FileSystem.makeDirectory(path)
      guard let lock = try Self.lockedMarker(in: path) else { continue }
      (self.path, self.lock) = (path, lock)
      return
    }
    throw LogError(code: EAGAIN, operation: "create a directory", path: path)
  }

  /// The maximum number of attempts to create the directory. A process that removes leftovers may
  /// interfere once or twice. If the directory disappears more often, the file system is broken.
  private static let maximumAttempts = 16

  /// Creates the marker and locks it.
  ///
  /// - Returns: The descriptor of the marker, or nil if a process that removes leftovers has
  ///   removed the directory. Such a process removes directories that are empty or whose marker is
  ///   not locked.
  private static func lockedMarker(in directory: String) throws -> Int32? {
    let marker = Marker.unfinished.path(in: directory)
    let descriptor = unsafe open(marker, O_WRONLY | O_CREAT | O_EXCL | Marker.flags, 0o600)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      let failure = LogError.ofSystem("create a directory", path: directory)
      unsafe rmdir(directory)
      throw failure
    }
    do {
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw LogError.ofSystem("lock", path: marker) }
      }
      if try FileSystem.isOpen(descriptor, at: marker) { return descriptor }
      close(descriptor)
      return nil
    } catch {
      close(descriptor)
      FileSystem.remove(directory)
      throw error
    }
  }

  deinit { if lock >= 0 { close(lock) } }

  /// Changes the owner of the directory to the owner of the parent directory if root has created
  /// the directory. Otherwise, the owner of the parent directory could not use it.
  func matchOwner() {
    let directory = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard directory >= 0 else { return }
    defer { close(directory) }
    FileSystem.matchOwner(of: FileSystem.parent(of: path), directory)
    FileSystem.matchOwner(of: path, lock)
  }

  /// Removes the marker, because the directory is complete.
  func finish() {
    _ = unsafe unlink(Marker.unfinished.path(in: path))
  }
}

extension UnfinishedDirectory {
  /// The lock on the marker of a directory that no process is working on.
  struct Lock {
    private let descriptor: Int32

    /// Acquires the lock. Returns nil if there is no marker, or if a process is working on the
    /// directory.
    init?(ofAbandoned directory: String) {
      let marker = Marker.unfinished.path(in: directory)
      descriptor = unsafe open(marker, O_WRONLY | Marker.flags)
      guard descriptor >= 0 else { return nil }
      // The lock can also be acquired after the other process has finished and removed the marker,
      // so the marker must still exist.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, FileSystem.leads(marker, to: descriptor)
      else {
        release()
        return nil
      }
    }

    /// Releases the lock.
    func release() { close(descriptor) }
  }
}
