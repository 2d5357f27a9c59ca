internal import Notation
internal import Platform

/// The file in which a running host stores its status. The file is locked until this object is
/// released, which shows `retrace live` that the host is running.
package final class HostStatusFile {
  private let path: String
  private let descriptor: Int32
  /// The number of bytes of the longest status so far.
  private var count = 0

  private static let namePrefix = "host-"

  /// - Parameter folder: The folder of the browser, which exists.
  package init(in folder: String) throws {
    Self.removeLeftovers(in: folder)
    path = "\(folder)/\(Self.namePrefix)\(getpid())"
    guard let descriptor = try FileDescriptor.openLocked(path, waits: true) else {
      throw Errno.last
    }
    self.descriptor = descriptor
  }

  deinit {
    FileTree.removeFile(path)
    FileDescriptor.close(descriptor)
  }

  /// Replaces the status. If writing fails, readers find the former status.
  func write(_ status: HostStatus) {
    var bytes = status.json.bytes
    // Blanks overwrite the rest of a longer status.
    while bytes.count < count { bytes.append(UInt8(ascii: " ")) }
    count = bytes.count
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { return }
    try? FileDescriptor.writeAll(descriptor, bytes)
  }

  /// Returns the status of each running host of a browser, in the order of their start.
  static func all(in folder: String) -> [HostStatus] {
    let paths = files(in: folder).sorted { $0.process < $1.process }.map(\.path)
    return paths.compactMap { path in
      if let lock = try? FileDescriptor.openLocked(path) {
        FileDescriptor.close(lock)
        return nil
      }
      return HostStatus(at: path)
    }
  }

  /// Removes the files of hosts that were killed.
  private static func removeLeftovers(in folder: String) {
    for file in files(in: folder) where kill(file.process, 0) != 0 && errno == ESRCH {
      FileTree.removeFile(file.path)
    }
  }

  private static func files(in folder: String) -> [(process: pid_t, path: String)] {
    ((try? FileTree.entries(in: folder)) ?? []).compactMap { entry in
      guard entry.name.hasPrefix(namePrefix),
        let process = pid_t(entry.name.dropFirst(namePrefix.count))
      else { return nil }
      return (process, "\(folder)/\(entry.name)")
    }
  }
}
