internal import Glibc

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
