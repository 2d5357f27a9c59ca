import Glibc

/// The 8-byte file beside the environment that says which record was the newest.
///
/// It is written without a sync and may be missing, empty or late, so it can only warn: a note
/// that is ahead of the log means that an older state of the log is being shown.
@safe struct NewestNote: ~Copyable {
  private let descriptor: Int32

  private static let byteCount = MemoryLayout<UInt64>.size

  /// Opens the file, and makes it when it may be written; a failure leaves a note that says nothing.
  /// A link that has its name is left alone.
  init(path: String, access: EventLog.Access) {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    switch access {
    case .readOnly: descriptor = unsafe open(path, O_RDONLY | flags, 0)
    case .readWrite:
      descriptor = unsafe open(path, O_RDWR | O_CREAT | flags, 0o600)
      FileSystem.giveToOwner(of: FileSystem.parent(of: path), path)
      if descriptor >= 0, lseek(descriptor, 0, SEEK_END) != off_t(Self.byteCount) {
        _ = ftruncate(descriptor, 0)
      }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The sequence that was noted, `nil` when there is none.
  var sequence: UInt64? {
    // What is longer or shorter is no note, and says nothing.
    guard descriptor >= 0, lseek(descriptor, 0, SEEK_END) == off_t(Self.byteCount) else {
      return nil
    }
    var bytes: UInt64 = 0
    let count = unsafe pread(descriptor, &bytes, Self.byteCount, 0)
    return count == Self.byteCount ? UInt64(bigEndian: bytes) : nil
  }

  /// Notes a sequence; nobody is told when that fails.
  @inline(__always)
  func write(_ sequence: UInt64) {
    var bytes = sequence.bigEndian
    _ = unsafe pwrite(descriptor, &bytes, Self.byteCount, 0)
  }
}
