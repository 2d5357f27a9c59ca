import Glibc

/// The directory of a copy or a profile that is being made, marked and locked until it is
/// released.
@safe struct UnfinishedDirectory: ~Copyable {
  let path: String
  /// The descriptor of the marker, on which the lock is held.
  private let lock: Int32

  /// Makes the directory with its marker.
  ///
  /// - Throws: A failure with the code `EEXIST` when something has its name already.
  init(_ path: String) throws(LogFailure) {
    for _ in 0..<Self.mostAttempts {
      try FileSystem.makeDirectory(path)
      guard let lock = try Self.lockedMarker(in: path) else { continue }
      (self.path, self.lock) = (path, lock)
      return
    }
    throw LogFailure(code: EAGAIN, operation: "make a directory", path: path)
  }

  /// A process that clears up comes in between once, or twice. A file system that loses a file again and
  /// again is broken.
  private static let mostAttempts = 16

  /// Makes the marker and takes the lock on it.
  ///
  /// - Returns: Its descriptor, or nil if another process that clears up came in between. It
  ///   removes a directory that is empty, or whose marker nobody has locked.
  private static func lockedMarker(in directory: String) throws(LogFailure) -> Int32? {
    let marker = Marker.unfinished.path(in: directory)
    let descriptor = unsafe open(marker, O_WRONLY | O_CREAT | O_EXCL | Marker.flags, 0o600)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      let failure = LogFailure.ofSystem("make a directory", path: directory)
      unsafe rmdir(directory)
      throw failure
    }
    do throws(LogFailure) {
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw .ofSystem("lock", path: marker) }
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

  /// Gives it to the owner of the directory that it is in, who could not use what root has made.
  func giveToOwner() {
    let directory = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard directory >= 0 else { return }
    defer { close(directory) }
    FileSystem.giveToOwner(of: FileSystem.parent(of: path), directory)
    FileSystem.giveToOwner(of: path, lock)
  }

  /// Removes the marker: the directory is complete and comes into use.
  func finish() {
    _ = unsafe unlink(Marker.unfinished.path(in: path))
  }
}

extension UnfinishedDirectory {
  /// The lock on the marker of a directory that no process works on any more.
  struct Lock {
    private let descriptor: Int32

    /// Takes the lock, or nil if there is no marker, or a process works on the directory.
    init?(ofAbandoned directory: String) {
      let marker = Marker.unfinished.path(in: directory)
      descriptor = unsafe open(marker, O_WRONLY | Marker.flags)
      guard descriptor >= 0 else { return nil }
      // The lock is also to be had when the process has finished and removed the marker.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, FileSystem.leads(marker, to: descriptor)
      else {
        release()
        return nil
      }
    }

    /// Gives the lock back.
    func release() { close(descriptor) }
  }
}
