/// The kernel's reports about written files and changed folders (`inotify`).
package final class FileChanges: Sendable {
  /// The descriptor, which becomes readable when there are reports.
  package let descriptor: Int32

  /// Creates an object that watches nothing.
  package init() throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw Errno.last }
  }

  deinit { close(descriptor) }

  /// Watches a folder for added and removed files. Returns false if the folder does not exist.
  ///
  /// - Parameter withContents: Whether to also watch for writes to the files in the folder.
  package func watchFolder(_ path: String, withContents: Bool = false) -> Bool {
    watch(
      path,
      [IN_CREATE, IN_MOVED_TO, IN_DELETE, IN_DELETE_SELF, IN_MOVE_SELF]
        + (withContents ? [IN_MODIFY] : []))
  }

  /// Watches the files of a folder for writes. Returns false if the folder does not exist.
  package func watchContents(_ path: String) -> Bool { watch(path, [IN_MODIFY]) }

  private func watch(_ path: String, _ kinds: [Int32]) -> Bool {
    let mask = kinds.reduce(UInt32(IN_ONLYDIR)) { $0 | UInt32($1) }
    return unsafe inotify_add_watch(descriptor, path, mask) >= 0
  }

  /// Waits for reports.
  ///
  /// - Parameter milliseconds: The maximum time to wait, or −1 to wait forever.
  /// - Returns: Whether there are reports.
  package func wait(milliseconds: Int32) -> Bool {
    var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    return FileDescriptor.wait(for: &watched, milliseconds: milliseconds) > 0
  }

  /// Reads all available reports.
  ///
  /// - Returns: Whether a file or folder was added, removed or renamed.
  package func readAll() -> Bool {
    var isAboutFolder = false
    while let bytes = try? FileDescriptor.read(descriptor, atMost: 1 << 14), !bytes.isEmpty {
      // A report consists of the watch, the mask, the cookie and the length of the name, four bytes
      // each, followed by the name.
      var start = 0
      while start + 16 <= bytes.count {
        if Self.number(bytes, at: start + 4) & Self.modified == 0 { isAboutFolder = true }
        start += 16 + Int(Self.number(bytes, at: start + 12))
      }
    }
    return isAboutFolder
  }

  private static let modified = UInt32(IN_MODIFY)

  private static func number(_ bytes: [UInt8], at position: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
  }
}
