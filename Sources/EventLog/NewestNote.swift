import Glibc

/// The 8-byte file beside the environment that says which record was the newest.
///
/// It is written without a sync and may be missing, empty or late, so it can only warn: a note
/// that is ahead of the log means that an older state of the log is being shown. For writing it is
/// mapped: noting a sequence is a store to memory, where a system call would cost every append
/// several microseconds.
@safe struct NewestNote: ~Copyable {
  private let descriptor: Int32
  private let map: UnsafeMutableRawPointer?

  private static let byteCount = MemoryLayout<UInt64>.size

  /// Opens the file, and makes it when it may be written; a failure leaves a note that says nothing.
  init(path: String, access: EventLog.Access) {
    switch access {
    case .readOnly:
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC, 0)
      unsafe map = nil
    case .readWrite:
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      unsafe map = Self.map(descriptor)
    }
  }

  deinit {
    if let map = unsafe map { unsafe munmap(map, Self.byteCount) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Maps the file once its room on the disk is sure: a store into room that is not there would end
  /// the process.
  private static func map(_ descriptor: Int32) -> UnsafeMutableRawPointer? {
    guard descriptor >= 0 else { return nil }
    // What is there and is no note says nothing, also once it is long enough for one.
    if lseek(descriptor, 0, SEEK_END) != off_t(byteCount), ftruncate(descriptor, 0) != 0 {
      return nil
    }
    guard posix_fallocate(descriptor, 0, off_t(byteCount)) == 0 else { return nil }
    let map = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    return unsafe map == MAP_FAILED ? nil : map
  }

  /// The sequence that was noted, `nil` when there is none.
  var sequence: UInt64? {
    var bytes: UInt64 = 0
    let count = unsafe pread(descriptor, &bytes, Self.byteCount, 0)
    return count == Self.byteCount ? UInt64(bigEndian: bytes) : nil
  }

  /// Notes a sequence; nobody is told when that fails.
  func write(_ sequence: UInt64) {
    unsafe map?.storeBytes(of: sequence.bigEndian, as: UInt64.self)
  }
}
