import Glibc

/// The 8-byte file beside the environment that says which record was the newest.
///
/// It is written without a sync and may be missing, empty or late, so it can only warn: a note
/// that is ahead of the log means that an older state of the log is being shown.
struct NewestNote: ~Copyable {
  private let descriptor: Int32

  /// Opens the file, and makes it when it may be written; a failure leaves a note that says nothing.
  init(path: String, access: EventLog.Access) {
    descriptor =
      switch access {
      case .readOnly: unsafe open(path, O_RDONLY | O_CLOEXEC, 0)
      case .readWrite: unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The sequence that was noted, `nil` when there is none.
  var sequence: UInt64? {
    var bytes: UInt64 = 0
    let count = unsafe pread(descriptor, &bytes, MemoryLayout<UInt64>.size, 0)
    return count == MemoryLayout<UInt64>.size ? UInt64(bigEndian: bytes) : nil
  }

  /// Notes a sequence; nobody is told when that fails.
  func write(_ sequence: UInt64) {
    var bytes = sequence.bigEndian
    _ = unsafe pwrite(descriptor, &bytes, MemoryLayout<UInt64>.size, 0)
  }
}
