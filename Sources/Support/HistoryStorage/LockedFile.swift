internal import Platform

/// An open file with an exclusive lock (`flock`), which is held until the value is destroyed.
struct LockedFile: ~Copyable {
  /// Whether the path was a symbolic link. If so, the file must be checked before it is used.
  let isLinked: Bool
  private let descriptor: OpenFile
  private let path: String

  /// The number of attempts to acquire the lock.
  private static let attempts = 100
  /// The pause between two attempts.
  private static let pauseMilliseconds: Int32 = 10

  /// Opens a file, following links, and waits for its lock for about a second.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - makesIt: Whether to create a missing file and its folders. The target of a dangling link is
  ///     not created.
  /// - Throws: ``SystemError``, with the code `EWOULDBLOCK` if another program held the lock during
  ///   all attempts.
  init(path: String, makesIt: Bool) throws {
    isLinked = Self.isLink(path)
    let path = isLinked ? Self.resolved(path) : path
    for _ in 0..<Self.attempts {
      let file = try Self.opened(path, makesIt: makesIt)
      guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
        poll(nil, 0, Self.pauseMilliseconds)
        continue
      }
      // Another program may have replaced the file while this process waited.
      let current = try FileMark.of(path)
      if let current, try file.mark().isSameFile(as: current) {
        descriptor = file
        self.path = path
        return
      }
    }
    throw SystemError(code: EWOULDBLOCK, operation: "lock", path: path)
  }

  /// Returns the mark of the open file.
  func mark() throws -> FileMark { try descriptor.mark() }

  /// Returns the length of the file in bytes.
  func size() throws -> Int { try mark().size }

  /// Allows only the owner to read the file, because lines may contain private addresses.
  func restrict() throws { try descriptor.restrict() }

  /// Returns the bytes from an offset to the end of the file, but at most `count`.
  func read(
    from offset: Int, count: Int = .max
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(count, 64 << 10))
    while bytes.count < count {
      let length = min(chunk.count, count - bytes.count)
      let read = unsafe pread(descriptor.descriptor, &chunk, length, offset + bytes.count)
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw SystemError(code: errno, operation: "read", path: path) }
      if read == 0 { break }
      bytes += chunk.prefix(read)
    }
    return bytes
  }

  /// Appends bytes to the file.
  func append(_ bytes: [UInt8]) throws {
    try descriptor.write(bytes)
  }

  /// Replaces this file with a new file, atomically and durably.
  ///
  /// - Parameter fill: Writes the new file. If it throws, the old file is unchanged.
  /// - Returns: The mark of the new file.
  @discardableResult
  func replace(
    _ fill: (inout NewFile) throws -> Void
  ) throws -> FileMark {
    let aside = path + ".new"
    unsafe unlink(aside)
    var file = NewFile(try OpenFile(path: aside, flags: O_WRONLY | O_CREAT | O_EXCL))
    do {
      try fill(&file)
      try file.end()
      guard unsafe rename(aside, path) == 0 else {
        throw SystemError(code: errno, operation: "replace", path: path)
      }
      try Folders.synchronize(above: path)
      return try file.mark()
    } catch {
      unsafe unlink(aside)
      throw error
    }
  }

  /// Opens the file, and creates it if requested.
  private static func opened(_ path: String, makesIt: Bool) throws -> OpenFile {
    let flags = O_RDWR | O_APPEND | O_NOFOLLOW
    guard makesIt else { return try OpenFile(path: path, flags: flags) }
    do {
      return try OpenFile(path: path, flags: flags | O_CREAT)
    } catch let error as SystemError where error.code == ENOENT {
      try Folders.make(above: path)
      return try OpenFile(path: path, flags: flags | O_CREAT)
    }
  }

  /// Whether the last component of a path is a symbolic link.
  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns a path without links, or the unchanged path if nothing exists at it.
  private static func resolved(_ path: String) -> String {
    guard let target = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(target) }
    return unsafe String(cString: target)
  }
}

/// The folders above a file.
private enum Folders {
  /// Creates the missing folders above a path with mode 0700, so that only their owner can use
  /// them.
  static func make(above path: String) throws {
    for (index, character) in zip(path.indices, path) where character == "/" {
      let folder = String(path[..<index])
      guard !folder.isEmpty, unsafe mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      let code = errno
      // If the folder itself exists, the failure does not matter.
      if unsafe access(folder, X_OK) == 0 { continue }
      throw SystemError(code: code, operation: "create", path: folder)
    }
  }

  /// Makes a rename in the folder of a path survive a power cut.
  static func synchronize(above path: String) throws {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let opened = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else {
      throw SystemError(code: Errno.last.rawValue, operation: "open", path: folder)
    }
    defer { close(opened) }
    guard fsync(opened) == 0 else {
      throw SystemError(code: errno, operation: "write", path: folder)
    }
  }
}
