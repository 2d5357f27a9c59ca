/// System calls on paths.
package enum FileTree {
  /// Returns the status of the file at a path.
  ///
  /// - Parameter followsLink: Whether to follow a symbolic link.
  package static func status(
    at path: String, followsLink: Bool = true
  ) throws -> stat {
    var status = stat()
    let code = unsafe followsLink ? stat(path, &status) : lstat(path, &status)
    guard code == 0 else { throw Errno.last }
    return status
  }

  /// Whether this process may access a path in a mode such as `F_OK` or `X_OK`.
  package static func allows(_ mode: Int32, _ path: String) -> Bool {
    unsafe access(path, mode) == 0
  }

  /// An entry of a folder.
  package struct Entry {
    package let name: String
    package let isFolder: Bool
  }

  /// Returns the entries of a folder, without `.` and `..`, in no particular order.
  ///
  /// - Parameter isWanted: Returns whether to include the entry with a name.
  /// - Parameter limit: The maximum number of entries.
  package static func entries(
    in folder: String, limit: Int = .max, where isWanted: (String) -> Bool = { _ in true }
  ) throws -> [Entry] {
    guard let stream = unsafe opendir(folder) else { throw Errno.last }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while entries.count < limit, let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != "..", isWanted(name) else { continue }
      entries.append(Entry(name: name, isFolder: unsafe entry.pointee.d_type == UInt8(DT_DIR)))
    }
    return entries
  }

  /// Creates a folder that only its owner can use (0700). An existing folder is unchanged.
  package static func makeFolder(_ path: String) throws {
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Errno.last }
  }

  /// Creates a folder and its missing parent folders, which only their owner can use (0700).
  package static func makeFolders(_ path: String) throws {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex, !allows(F_OK, path) {
      try makeFolders(String(path[..<slash]))
    }
    try makeFolder(path)
  }

  /// Writes a file completely or not at all, by writing a temporary file next to it and renaming
  /// that file.
  package static func writeFile(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o644
  ) throws {
    let part = "\(path).\(getpid()).part"
    let file = try FileDescriptor.open(part, O_WRONLY | O_CREAT | O_TRUNC)
    do {
      defer { FileDescriptor.close(file) }
      try FileDescriptor.writeAll(file, bytes)
      guard fchmod(file, mode) == 0 else { throw Errno.last }
    } catch {
      removeFile(part)
      throw error
    }
    try rename(part, to: path)
  }

  /// Removes a file. A failure is ignored.
  package static func removeFile(_ path: String) { _ = unsafe unlink(path) }

  /// Removes a folder with its contents. Failures are ignored, and links are not followed.
  ///
  /// - Returns: Whether nothing remains at the path.
  @discardableResult
  package static func removeFolder(_ path: String) -> Bool {
    let entries = (try? entries(in: path)) ?? []
    for entry in entries {
      let inside = "\(path)/\(entry.name)"
      let status = try? status(at: inside, followsLink: false)
      if let status, status.st_mode & S_IFMT == S_IFDIR {
        removeFolder(inside)
      } else {
        removeFile(inside)
      }
    }
    return unsafe rmdir(path) == 0 || errno == ENOENT
  }

  /// Renames a file, replacing any file with the new name.
  package static func rename(_ path: String, to other: String) throws {
    guard unsafe Platform.rename(path, other) == 0 else { throw Errno.last }
  }

  /// Creates a hard link to a file. The new name must not exist.
  package static func link(_ path: String, to other: String) throws {
    guard unsafe Platform.link(path, other) == 0 else { throw Errno.last }
  }

  /// Truncates a file to a length. A failure is ignored.
  package static func truncate(_ path: String, to count: Int) {
    _ = unsafe Platform.truncate(path, count)
  }

  /// Returns the target of a symbolic link, or nil if the path is not a symbolic link.
  package static func linkTarget(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Creates a file without a name (0600), which is deleted when it is closed.
  package static func openNameless(in folder: String) throws -> Int32 {
    var template = Array("\(folder)/retrace-XXXXXX".utf8CString)
    let file = unsafe mkstemp(&template)
    guard file >= 0 else { throw Errno.last }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    _ = unsafe unlink(template)
    return file
  }

  /// Creates a folder (0700) with a unique name, and returns its path.
  package static func makeTemporaryFolder(in folder: String) throws -> String {
    var template = Array("\(folder)/retrace-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Errno.last }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
