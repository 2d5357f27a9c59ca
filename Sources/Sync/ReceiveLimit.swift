internal import Platform
internal import Synchronization

/// A limit that closes a connection if the server sends more than a valid answer can contain.
///
/// libnats and libpq accept any announced message size, and buffer a complete message before this
/// module receives it. Therefore, a thread counts the bytes as they arrive, so that a server cannot
/// exhaust this process's memory.
final class ReceiveLimit {
  /// The maximum number of bytes that may arrive without progress. An answer has at most a few
  /// mebibytes, and flow control limits a NATS server to 32 MiB more than the device has read.
  static let largest: UInt64 = 64 << 20

  private let counter: Counter
  private let end: Int32
  private let thread: WorkThread?

  /// The interval in milliseconds at which bytes are counted while they arrive.
  private static let interval: Int32 = 2

  /// A connection, and the number of bytes up to which it is allowed to receive data.
  private final class Counter: Sendable {
    /// A copy of the connection's descriptor, so that the number is not reused while the connection
    /// is watched.
    let socket: Int32
    private let allowed: Atomic<UInt64>
    private let hasCut = Atomic(false)

    init?(_ socket: Int32) {
      let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      guard own >= 0 else { return nil }
      // A server on a local socket is not limited.
      guard let received = FileDescriptor.receivedByteCount(own) else {
        close(own)
        return nil
      }
      self.socket = own
      allowed = Atomic(received + largest)
    }

    deinit { close(socket) }

    func noteProgress() {
      guard let received = FileDescriptor.receivedByteCount(socket) else { return }
      allowed.store(received &+ largest, ordering: .relaxed)
    }

    /// Whether the connection was closed because too many bytes had arrived.
    var isCut: Bool { hasCut.load(ordering: .relaxed) }

    /// Closes the connection if too many bytes have arrived.
    func check() {
      guard let received = FileDescriptor.receivedByteCount(socket),
        received > allowed.load(ordering: .relaxed)
      else { return }
      hasCut.store(true, ordering: .relaxed)
      shutdown(socket, Int32(SHUT_RDWR))
    }
  }

  /// Starts to watch a connection. Returns nil if the connection does not use TCP or no pipe can be
  /// created.
  init?(_ socket: Int32) {
    guard let counter = Counter(socket), let ends = try? FileDescriptor.pipe() else { return nil }
    self.counter = counter
    end = ends.writing
    thread = WorkThread {
      defer { FileDescriptor.close(ends.reading) }
      while true {
        var watched = [
          pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0),
          pollfd(fd: counter.socket, events: Int16(POLLIN), revents: 0),
        ]
        _ = FileDescriptor.wait(for: &watched, milliseconds: -1)
        counter.check()
        let isOver = Int32(watched[1].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
        if watched[0].revents != 0 || isOver || counter.isCut { return }
        watched.removeLast()
        if FileDescriptor.wait(for: &watched, milliseconds: Self.interval) > 0 { return }
      }
    }
    if thread == nil { FileDescriptor.close(ends.reading) }
  }

  deinit {
    FileDescriptor.close(end)
    thread?.join()
  }

  /// Notes that a query was sent or a message was read, which restarts the count.
  func noteProgress() { counter.noteProgress() }

  /// A closure that calls ``noteProgress()`` and can be called on any thread.
  var notingProgress: @Sendable () -> Void { { [weak counter] in counter?.noteProgress() } }

  /// Whether the connection was closed because too many bytes had arrived.
  var hasCut: Bool { counter.isCut }
}
