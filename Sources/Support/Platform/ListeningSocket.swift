/// A socket in the file system on which a server listens (`AF_UNIX`).
///
/// The socket's file belongs to this socket from the time it appears until ``close()`` removes it.
/// A lock on the file's folder (`flock`) serializes servers that start or end at the same path.
@safe package struct ListeningSocket {
  /// The descriptor, which becomes readable when a program connects.
  package let descriptor: Int32
  private let path: String
  private let file: FileIdentity

  /// Creates a socket at a path and listens on it. Only programs of this user can connect, as soon
  /// as the file appears. A socket file that a killed server has left is replaced.
  ///
  /// - Throws: `EADDRINUSE` if a server is already listening at the path or a file of another kind
  ///   exists there; `ENAMETOOLONG` for a path of more than 106 bytes; `EAGAIN` if another program
  ///   has locked the folder for several seconds.
  package init(at path: String) throws {
    guard path.utf8.count <= Self.longestPath else {
      throw Errno(rawValue: ENAMETOOLONG)
    }
    let folder = try LockedFolder(of: path)
    defer { folder.release() }
    guard try LocalSocket.isFree(path) else { throw Errno(rawValue: EADDRINUSE) }
    let listener = try LocalSocket.make()
    do {
      let draft = try Self.bindDraft(listener, in: folder)
      do {
        let status = try folder.status(of: draft)
        guard listen(listener, Self.waitingConnections) == 0 else { throw Errno.last }
        try folder.rename(draft, to: folder.name)
        (descriptor, self.path, file) = (listener, path, FileIdentity(status))
      } catch {
        folder.remove(draft)
        throw error
      }
    } catch {
      FileDescriptor.close(listener)
      throw error
    }
  }

  /// Stops listening, and removes the file unless another server has replaced it.
  package func close() {
    // Without the lock, a server that is starting could lose its file.
    if let folder = try? LockedFolder(of: path) {
      if let status = try? folder.status(of: folder.name), FileIdentity(status) == file {
        folder.remove(folder.name)
      }
      folder.release()
    }
    FileDescriptor.close(descriptor)
  }

  private static let waitingConnections: Int32 = 64
  /// The maximum length of a path in bytes. The path and a NUL must fit into `sun_path` of every
  /// client.
  private static let longestPath = 106

  /// Binds a socket to an unused name in the folder, and returns the name.
  private static func bindDraft(
    _ listener: Int32, in folder: LockedFolder
  ) throws -> String {
    // The file must have its mode from the beginning, so that other users can never connect.
    let mask = umask(0o177)
    defer { umask(mask) }
    var attemptsLeft = 8
    while true {
      let name = ".retrace-" + String(UInt64.random(in: 0 ... .max), radix: 36)
      do {
        try LocalSocket.bind(listener, to: folder.shortPath(of: name))
        return name
      } catch let error as Errno where error.rawValue == EADDRINUSE && attemptsLeft > 1 {
        attemptsLeft -= 1
      }
    }
  }
}

/// The device and inode of a file, which identify it under any name.
private struct FileIdentity: Equatable {
  let device: dev_t
  let inode: ino_t

  init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
  }
}

/// The folder of a path, locked against other servers until it is released.
@safe private struct LockedFolder {
  /// The last component of the path.
  let name: String
  private let descriptor: Int32

  init(of path: String) throws {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard !name.isEmpty else { throw Errno(rawValue: EISDIR) }
    descriptor = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    do { try lock() } catch {
      FileDescriptor.close(descriptor)
      throw error
    }
  }

  /// Acquires the lock. Other programs hold the lock only for a few system calls, so waiting for a
  /// few seconds is enough.
  private func lock() throws {
    for _ in 0..<200 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw Errno.last }
      _ = poll(nil, 0, 25)
    }
    throw Errno(rawValue: EAGAIN)
  }

  /// Returns a path of a file in the folder that fits into the address of a socket, even if the
  /// folder's path is long.
  func shortPath(of name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

  func status(of name: String) throws -> stat {
    var status = stat()
    guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw Errno.last
    }
    return status
  }

  func rename(_ name: String, to other: String) throws {
    guard unsafe renameat(descriptor, name, descriptor, other) == 0 else { throw Errno.last }
  }

  func remove(_ name: String) { _ = unsafe unlinkat(descriptor, name, 0) }

  /// Closes the folder, which releases the lock.
  func release() { FileDescriptor.close(descriptor) }
}
