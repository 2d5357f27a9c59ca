import Glibc

/// The folder that profiles are made in; a fresh one is removed with everything in it at the end.
final class WorkFolder {
  let path: String
  private let isFresh: Bool

  init(_ wanted: String?) throws(BenchFailure) {
    isFresh = wanted == nil
    path = wanted ?? "retrace-bench.\(getpid())"
    try Self.make(path)
  }

  deinit { if isFresh { Self.remove(path) } }

  /// An empty folder of its own for one side of a measurement.
  func fresh(_ name: String) throws(BenchFailure) -> String {
    let folder = path + "/" + name
    Self.remove(folder)
    try Self.make(folder)
    return folder
  }

  static func make(_ path: String) throws(BenchFailure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system("make", path) }
  }

  /// Copies one file; on disk when this returns.
  static func copy(_ source: String, to target: String) throws(BenchFailure) {
    let input = Glibc.open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .system("open", source) }
    defer { close(input) }
    let output = Glibc.open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .system("make", target) }
    defer { close(output) }
    var count = 1
    while count > 0 { count = sendfile(output, input, nil, 1 << 30) }
    guard count == 0, fsync(output) == 0 else { throw .system("copy to", target) }
  }

  /// Removes a folder with all that is in it; what is not there is no failure.
  static func remove(_ path: String) {
    guard let stream = opendir(path) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      guard name != ".", name != ".." else { continue }
      let child = path + "/" + name
      if entry.pointee.d_type == UInt8(DT_DIR) { remove(child) } else { unlink(child) }
    }
    closedir(stream)
    rmdir(path)
  }
}
