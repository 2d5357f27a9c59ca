/// System calls on descriptors. Reads and writes that a signal interrupts are repeated.
package enum FileDescriptor {
  /// Opens a file, and creates it with mode 0600 if `flags` request this. Programs that this
  /// process starts do not inherit the descriptor.
  package static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = unsafe Platform.open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Errno.last }
    return descriptor
  }

  /// Creates a pipe whose ends are not inherited by programs that this process starts.
  package static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Platform.pipe(&ends) == 0 else { throw Errno.last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Reads the available bytes into an array, starting at a position in the array, and returns the
  /// number of bytes, which is 0 at the end of the file.
  package static func read(
    _ descriptor: Int32, into bytes: inout [UInt8], from position: Int
  ) throws -> Int {
    precondition(bytes.indices.contains(position), "The array must have space for the bytes.")
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe Platform.read(
          descriptor, bytes.baseAddress.map { unsafe $0 + position }, bytes.count - position)
      }
      if count >= 0 { return count }
      if errno != EINTR { throw Errno.last }
    }
  }

  /// Reads the available bytes, up to a maximum. An empty result indicates the end of the file.
  package static func read(
    _ descriptor: Int32, atMost limit: Int
  ) throws -> [UInt8] {
    var code: Errno?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      var count = -1
      repeat {
        count = unsafe Platform.read(descriptor, buffer.baseAddress, limit)
      } while count < 0 && errno == EINTR
      if count < 0 { code = .last }
      filled = max(count, 0)
    }
    if let code { throw code }
    return bytes
  }

  /// Reads to the end of the file, or until more than `limit` bytes were read.
  package static func readAll(
    _ descriptor: Int32, limit: Int = .max
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let block = try read(descriptor, atMost: 1 << 16)
      if block.isEmpty { break }
      bytes += block
    }
    return bytes
  }

  /// Reads a regular file. Returns nil if the file cannot be read or has more bytes than the limit.
  package static func contents(of path: String, limit: Int) -> [UInt8]? {
    guard let descriptor = try? openFile(path) else { return nil }
    defer { close(descriptor) }
    guard let bytes = try? readAll(descriptor, limit: limit), bytes.count <= limit else {
      return nil
    }
    return bytes
  }

  /// Writes as many bytes as the system accepts in one call, and returns the number of written
  /// bytes.
  package static func write(
    _ descriptor: Int32, _ bytes: ArraySlice<UInt8>
  ) throws -> Int {
    while true {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Platform.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      if errno != EINTR { throw Errno.last }
    }
  }

  /// Writes all of the bytes.
  package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws {
    var written = 0
    while written < bytes.count {
      let count = try write(descriptor, bytes[written...])
      guard count > 0 else { throw Errno.last }
      written += count
    }
  }

  /// Copies the rest of a file to another file, at the current position.
  package static func copy(_ input: Int32, to output: Int32) throws {
    while true {
      let count = sendfile(output, input, nil, 1 << 30)
      if count == 0 { return }
      guard count > 0 else { throw Errno.last }
    }
  }

  /// Returns the status of the file of a descriptor.
  package static func status(_ descriptor: Int32) throws -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Errno.last }
    return status
  }

  /// Returns the number of bytes received through a TCP connection, or nil if the descriptor is not
  /// a TCP connection.
  package static func receivedByteCount(_ descriptor: Int32) -> UInt64? {
    // The offset of `tcpi_bytes_received` in <linux/tcp.h>. The field is missing in glibc's
    // structure.
    let place = 128
    var bytes = [UInt8](repeating: 0, count: 256)
    var length = socklen_t(bytes.count)
    let code = unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &bytes, &length)
    guard code == 0, Int(length) >= place + 8 else { return nil }
    return bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Waits for an event on one of the descriptors.
  ///
  /// - Parameter milliseconds: The maximum time to wait, or −1 to wait forever.
  /// - Returns: The number of descriptors with events, or −1 if a signal arrived or the call
  ///   failed.
  package static func wait(for watched: inout [pollfd], milliseconds: Int32) -> Int32 {
    unsafe poll(&watched, nfds_t(watched.count), milliseconds)
  }

  /// Waits like ``wait(for:milliseconds:)``, but until a deadline, or forever if the deadline is
  /// nil.
  package static func wait(
    for watched: inout [pollfd], until deadline: ContinuousClock.Instant?
  ) -> Int32 {
    guard let deadline else { return wait(for: &watched, milliseconds: -1) }
    let left = (deadline - .now).components
    let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
    // Rounded up, to avoid spinning through the last millisecond.
    return wait(for: &watched, milliseconds: Int32(clamping: max(milliseconds + 1, 0)))
  }

  /// Waits like ``wait(for:milliseconds:)``.
  ///
  /// - Returns: The number of descriptors with events, which is also 0 if a signal arrived.
  /// - Throws: The system's error if waiting fails.
  package static func waiting(
    for watched: inout [pollfd], milliseconds: Int32
  ) throws -> Int {
    let count = wait(for: &watched, milliseconds: milliseconds)
    if count < 0, errno != EINTR { throw Errno.last }
    return Int(max(count, 0))
  }

  /// The maximum number of open descriptors of the process (`RLIMIT_NOFILE`).
  package static var maximumOpen: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1_024
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// The error number for a file that is not a regular file. File systems do not use this number.
  package static let notARegularFile = EDOM

  /// Opens a file for reading. Use this function for paths from the user or another program. Pipes
  /// and devices are rejected, because opening or reading them could block forever.
  ///
  /// - Throws: ``notARegularFile``, `EISDIR` for a folder, and errors of the system.
  package static func openFile(_ path: String) throws -> Int32 {
    let descriptor = try open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    do {
      switch try status(descriptor).st_mode & S_IFMT {
      case S_IFREG: return descriptor
      case S_IFDIR: throw Errno(rawValue: EISDIR)
      default: throw Errno(rawValue: notARegularFile)
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Waits until a descriptor is readable.
  ///
  /// - Parameter stop: A pipe whose other end is closed to cancel the wait.
  /// - Returns: False if the other end of `stop` was closed.
  package static func waitForInput(at descriptor: Int32, or stop: Int32) -> Bool {
    while true {
      var watched = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      if wait(for: &watched, milliseconds: -1) < 0 { continue }
      return watched[1].revents == 0
    }
  }

  /// Whether writing to a descriptor would not block. The result is also true if the write would
  /// fail because there is no reader.
  package static func canWrite(to descriptor: Int32) -> Bool {
    var watched = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
    return wait(for: &watched, milliseconds: 0) > 0
  }

  /// Closes a descriptor.
  package static func close(_ descriptor: Int32) { _ = Platform.close(descriptor) }

  /// Discards everything that the process writes to a descriptor from now on.
  package static func discardOutput(_ descriptor: Int32) {
    guard let null = try? open("/dev/null", O_WRONLY) else { return }
    _ = dup2(null, descriptor)
    close(null)
  }

  /// Opens a file, creating it if necessary, and locks it until it is closed.
  ///
  /// - Parameter waits: Whether to wait for other processes that have locked the file.
  /// - Returns: The descriptor, or nil if the file is locked and `waits` is false.
  package static func openLocked(_ path: String, waits: Bool = false) throws -> Int32? {
    let file = try open(path, O_RDWR | O_CREAT)
    repeat {
      if flock(file, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 { return file }
    } while errno == EINTR
    close(file)
    return nil
  }

  /// Whether another process has a lock on a part of a file.
  ///
  /// - Parameter count: The size of the part in bytes, or 0 for everything from `start` on.
  package static func isLockedElsewhere(
    _ descriptor: Int32, from start: Int = 0, count: Int = 0
  ) -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = start
    lock.l_len = count
    return unsafe fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  /// Returns the columns and rows of a terminal, or nil if the descriptor is not a terminal or its
  /// size is unknown.
  package static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
