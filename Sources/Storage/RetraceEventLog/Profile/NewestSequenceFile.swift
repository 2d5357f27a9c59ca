import Platform

/// The file `newest` in a profile. It contains the number of the newest acknowledged record, 8
/// bytes in big-endian order.
///
/// The file is written without a sync and may be missing, empty or outdated. If its number is
/// greater than the newest record of the log, the log is in an older state. Otherwise, the number
/// means nothing.
@safe struct NewestSequenceFile: ~Copyable {
  private let descriptor: Int32

  private static let byteCount = MemoryLayout<UInt64>.size

  /// Opens the file, and creates it if `access` is `readWrite`. A symbolic link is not followed.
  ///
  /// If opening fails, ``sequence`` is nil, and writing does nothing.
  init(path: String, access: EventLog.Access) {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    switch access {
    case .readOnly: descriptor = unsafe open(path, O_RDONLY | flags, 0)
    case .readWrite:
      descriptor = unsafe open(path, O_RDWR | O_CREAT | flags, 0o600)
      FileSystem.matchOwner(of: FileSystem.parent(of: path), descriptor)
      if descriptor >= 0, lseek(descriptor, 0, SEEK_END) != off_t(Self.byteCount) {
        _ = ftruncate(descriptor, 0)
      }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The stored number, or nil if the file is missing or invalid.
  var sequence: UInt64? {
    // A file of another length is invalid.
    guard descriptor >= 0, lseek(descriptor, 0, SEEK_END) == off_t(Self.byteCount) else {
      return nil
    }
    var bytes: UInt64 = 0
    let count = unsafe pread(descriptor, &bytes, Self.byteCount, 0)
    let number = UInt64(bigEndian: bytes)
    // No event has a greater number, so a greater number is invalid.
    return count == Self.byteCount && number <= UInt64(Int32.max) ? number : nil
  }

  /// Stores a number. A failure is ignored.
  @inline(__always)
  func write(_ sequence: UInt64) {
    var bytes = sequence.bigEndian
    _ = unsafe pwrite(descriptor, &bytes, Self.byteCount, 0)
  }
}
