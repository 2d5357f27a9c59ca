import Platform

/// The file system calls that a profile needs. If they fail, they throw ``LogError`` with the
/// system's error number in `code`.
enum FileSystem {
  /// The device and inode that identify a file regardless of its path.
  struct Identity: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  /// The properties of a file or directory.
  struct Entry {
    let identity: Identity
    let isDirectory: Bool
    let byteCount: Int
  }

  /// Returns the properties of the file at a path, following symbolic links.
  static func entry(at path: String) throws -> Entry {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw LogError.ofSystem("examine", path: path) }
    return Entry(
      identity: Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)),
      isDirectory: status.st_mode & S_IFMT == S_IFDIR, byteCount: Int(status.st_size))
  }

  /// Whether a path leads to a given file.
  static func leads(_ path: String, to file: Identity) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && UInt64(status.st_ino) == file.inode
      && UInt64(status.st_dev) == file.device
  }

  /// Whether a path leads to the file of an open descriptor. The result is false if the path cannot
  /// be examined.
  static func leads(_ path: String, to descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0
      && leads(path, to: Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)))
  }

  /// Whether a path leads to the file of an open descriptor.
  ///
  /// - Throws: ``LogError`` if the system cannot examine the path. If nothing exists at the path,
  ///   the result is false.
  static func isOpen(_ descriptor: Int32, at path: String) throws -> Bool {
    var opened = stat()
    guard unsafe fstat(descriptor, &opened) == 0 else {
      throw LogError.ofSystem("examine", path: path)
    }
    var named = stat()
    guard unsafe stat(path, &named) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw LogError.ofSystem("examine", path: path)
    }
    return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  /// Returns the target of a symbolic link, or nil if the path is not a symbolic link.
  static func linkTarget(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether anything exists at a path. The result is false if the path cannot be examined.
  static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Whether a file exists and this process may read and write it.
  static func mayBeWritten(_ path: String) -> Bool {
    unsafe access(path, R_OK | W_OK) == 0
  }

  /// Returns the names in a directory, without `.` and `..`, in no particular order.
  static func names(in path: String) throws -> [String] {
    guard let stream = unsafe opendir(path) else { throw LogError.ofSystem("list", path: path) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Creates a directory that only its owner can use (0700).
  static func makeDirectory(_ path: String) throws {
    guard unsafe mkdir(path, 0o700) == 0 else {
      throw LogError.ofSystem("create a directory", path: path)
    }
  }

  /// Changes the owner of a file that root has created in a directory to the directory's owner.
  /// Otherwise, the owner could not use the file. Does nothing if the process does not run as root.
  ///
  /// The owner can rename files in the directory at any time, so the file is identified by its
  /// descriptor. A file with several hard links may be a system file that the owner has linked into
  /// the directory, so it is not changed.
  static func matchOwner(of directory: String, _ descriptor: Int32) {
    guard geteuid() == 0, descriptor >= 0 else { return }
    var owner = stat()
    guard unsafe stat(directory, &owner) == 0, owner.st_uid != 0 else { return }
    var made = stat()
    guard unsafe fstat(descriptor, &made) == 0, made.st_uid == 0 else { return }
    let isDirectory = made.st_mode & S_IFMT == S_IFDIR
    guard isDirectory || made.st_mode & S_IFMT == S_IFREG && made.st_nlink == 1 else { return }
    _ = fchown(descriptor, owner.st_uid, owner.st_gid)
  }

  /// Creates a directory and its missing parents, and syncs each of them.
  static func makeDirectories(_ path: String) throws {
    guard !exists(path) else { return }
    try makeDirectories(parent(of: path))
    do { try makeDirectory(path) } catch let error as LogError {
      if error.code != EEXIST { throw error }
    }
    // Otherwise, a power cut could remove the directory and the profile in it.
    try synchronize(parent(of: path))
  }

  /// Removes a file, or a directory with its contents. Contents that cannot be removed are skipped.
  static func remove(_ path: String) {
    guard unsafe unlink(path) != 0 else { return }
    // A directory that cannot be listed is skipped, as documented.
    for name in (try? names(in: path)) ?? [] { remove(path + "/" + name) }
    _ = unsafe rmdir(path)
  }

  /// Whether a path is itself a directory and not a link to a directory.
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The kinds of files that a profile contains.
  enum Kind { case file, directory }

  /// Throws unless the path is missing or is a file or directory of the expected kind. Symbolic
  /// links and pipes are rejected.
  ///
  /// A link may lead to a file of another user, and that file would be overwritten. Data that is
  /// erased from the profile would survive at the target of the link.
  static func refuseOthers(at path: String, than kind: Kind) throws {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == (kind == .file ? S_IFREG : S_IFDIR) else {
      throw LogError(.notOwnFile, operation: "open", path: path)
    }
  }

  /// Renames a file. A file or an empty directory that already has the new name is replaced.
  static func rename(_ path: String, to other: String) throws {
    guard unsafe Platform.rename(path, other) == 0 else {
      throw LogError.ofSystem("rename", path: other)
    }
  }

  /// Makes the names in a directory, or the bytes of a file, survive a power cut (`fsync`).
  static func synchronize(_ path: String) throws {
    let descriptor = try open(path, O_RDONLY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw LogError.ofSystem("sync", path: path) }
  }

  /// Returns the first bytes of a file, at most `limit`.
  static func contents(of path: String, limit: Int) throws -> [UInt8] {
    let descriptor = try open(path, O_RDONLY)
    defer { close(descriptor) }
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, length in
      count = unsafe pread(descriptor, buffer.baseAddress, limit, 0)
      length = max(count, 0)
    }
    guard count >= 0 else { throw LogError.ofSystem("read", path: path) }
    return bytes
  }

  /// Returns the bytes of a file whose length the system does not report, such as a file in
  /// `/proc`, up to about `limit` bytes.
  static func wholeContents(of path: String, limit: Int) throws -> [UInt8] {
    let descriptor = try open(path, O_RDONLY)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < limit {
      let count = unsafe read(descriptor, &block, block.count)
      guard count >= 0 else { throw LogError.ofSystem("read", path: path) }
      if count == 0 { break }
      bytes += block.prefix(count)
    }
    return bytes
  }

  /// Writes a new file that only its owner can use (0600), and syncs it. An existing file or link
  /// with this name is replaced.
  static func write(_ text: String, to path: String) throws {
    unsafe unlink(path)
    let descriptor = try open(path, O_WRONLY | O_CREAT | O_EXCL)
    defer { close(descriptor) }
    matchOwner(of: parent(of: path), descriptor)
    let bytes = Array(text.utf8)
    let count = unsafe Platform.write(descriptor, bytes, bytes.count)
    guard count == bytes.count else {
      throw count < 0
        ? .ofSystem("write", path: path) : LogError(.noSpace, operation: "write", path: path)
    }
    guard fsync(descriptor) == 0 else { throw LogError.ofSystem("sync", path: path) }
  }

  /// Returns the parent directory of a path, which must not end in a slash.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Opens a file, and creates it with mode 0600 if `flags` request it. If the file is a pipe, this
  /// function does not wait for another process, and reading from the pipe fails.
  static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = unsafe Platform.open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw LogError.ofSystem("open", path: path) }
    return descriptor
  }
}
