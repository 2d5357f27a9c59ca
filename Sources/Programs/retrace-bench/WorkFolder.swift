import Glibc
import Platform

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
    try BenchFailure.system("make", path) { () throws(Errno) in
      try FileTree.makeFolder(path)
    }
  }

  /// Copies one file; on disk when this returns.
  static func copy(_ source: String, to target: String) throws(BenchFailure) {
    let input = try BenchFailure.system("open", source) { () throws(Errno) in
      try FileDescriptor.open(source, O_RDONLY)
    }
    defer { close(input) }
    try BenchFailure.system("copy to", target) { () throws(Errno) in
      let output = try FileDescriptor.open(target, O_WRONLY | O_CREAT | O_TRUNC)
      defer { close(output) }
      try FileDescriptor.copy(input, to: output)
      guard fsync(output) == 0 else { throw .last }
    }
  }

  /// Writes one file.
  static func write(_ bytes: [UInt8], to path: String) throws(BenchFailure) {
    try BenchFailure.system("write", path) { () throws(Errno) in
      let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
      defer { close(file) }
      try FileDescriptor.writeAll(file, bytes)
    }
  }

  /// Removes a folder with all that is in it; what is not there is no failure.
  static func remove(_ path: String) { FileTree.removeFolder(path) }
}
