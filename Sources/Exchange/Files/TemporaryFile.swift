internal import Glibc

/// A file of this process's own (0600) without a name: it goes when it is closed, however that happens.
enum TemporaryFile {
  private static let blockCount = 1 << 18

  /// Reads a descriptor to its end, into a file that then stands at its beginning.
  ///
  /// - Parameter path: How the source is called where it cannot be read.
  /// - Returns: A descriptor that the caller closes.
  static func copy(of source: Int32, _ path: String) throws -> Int32 {
    let file = try make()
    do {
      while case let block = try nextBlock(of: source, path), !block.isEmpty {
        try FileBytes.write(block, to: file, folder)
      }
      guard lseek(file, 0, SEEK_SET) == 0 else { throw FileBytes.failure(folder) }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  private static var folder: String { TemporaryFolder.base }

  private static func make() throws -> Int32 {
    var template = Array("\(folder)/retrace-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw FileBytes.writingFailure(folder) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return file
  }

  private static func nextBlock(of source: Int32, _ path: String) throws -> [UInt8] {
    var count = -1
    let block = [UInt8](unsafeUninitializedCapacity: blockCount) { buffer, filled in
      repeat {
        count = read(source, buffer.baseAddress, blockCount)
      } while count < 0 && errno == EINTR
      filled = max(count, 0)
    }
    guard count >= 0 else { throw FileBytes.failure(path) }
    return block
  }
}

/// A folder of this process's own (0700), which goes with this value, and with it all that is in it.
final class TemporaryFolder {
  let path: String

  /// Where what is temporary goes: `TMPDIR`, or `/tmp`.
  static var base: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  init() throws {
    let base = Self.base
    var template = Array("\(base)/retrace-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileBytes.failure(base) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Makes a folder inside of it, and those on the way.
  func makeFolder(_ name: String) throws -> String {
    var folder = path
    for part in name.split(separator: "/") {
      folder += "/\(part)"
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FileBytes.failure(folder) }
    }
    return folder
  }

  /// Writes a file inside of it.
  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileBytes.failure("\(path)/\(name)") }
    defer { close(file) }
    try FileBytes.write(bytes, to: file, "\(path)/\(name)")
  }

  /// Links are removed and not followed.
  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        let inside = "\(path)/\(name)"
        var status = stat()
        let isFolder = lstat(inside, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        if isFolder { remove(inside) } else { unlink(inside) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
