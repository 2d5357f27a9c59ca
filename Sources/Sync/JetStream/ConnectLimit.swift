internal import CNATS
internal import Platform

/// A time limit that closes connections to a server if an attempt to connect takes too long.
///
/// libnats before 3.8 does not apply its own limit to a server that falls silent after its first
/// line, and polls the server forever (https://github.com/nats-io/nats.c/issues/706).
struct ConnectLimit {
  let server: ServerAddress
  let milliseconds: Int32

  /// Runs an attempt to connect. If the attempt takes too long, its connection is closed, and a
  /// ``JetStreamFault`` is thrown, like for a server that does not answer.
  ///
  /// - Returns: The sockets of the connections that were established.
  func connecting(
    _ connect: () throws -> Void
  ) throws -> [Int32] {
    let start = ContinuousClock.now
    let former = Set(sockets)
    do {
      try watching(connect)
      return sockets.filter { !former.contains($0) }
    } catch {
      let isCut = start.duration(to: .now) >= .milliseconds(Int(milliseconds))
      throw isCut ? SyncError(JetStreamFault(NATS_TIMEOUT), at: server) : error
    }
  }

  private func watching(_ connect: () throws -> Void) throws {
    let former = Set(sockets)
    guard let end = try? FileDescriptor.pipe() else { return try connect() }
    let watch = WorkThread {
      var wait = milliseconds
      while true {
        var watched = [pollfd(fd: end.reading, events: Int16(POLLIN), revents: 0)]
        guard FileDescriptor.wait(for: &watched, milliseconds: wait) == 0 else { return }
        for socket in sockets where !former.contains(socket) { shutdown(socket, Int32(SHUT_RDWR)) }
        // While the server's name is being looked up, there is no connection to close, so this is
        // repeated.
        wait = 1_000
      }
    }
    defer {
      FileDescriptor.close(end.writing)
      watch?.join()
      FileDescriptor.close(end.reading)
    }
    try connect()
  }

  /// The sockets of this process that are connected to the server's port.
  private var sockets: [Int32] {
    let open = try? FileTree.entries(in: "/proc/self/fd")
    return (open ?? []).compactMap { Int32($0.name) }.filter { peerPort(of: $0) == server.port }
  }

  /// Returns the remote port of a TCP connection, or nil for another descriptor.
  private func peerPort(of descriptor: Int32) -> UInt16? {
    // The port has the same offset in IPv4 and IPv6 addresses.
    var name = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = unsafe withUnsafeMutableBytes(of: &name) { bytes in
      unsafe getpeername(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    guard code == 0, [AF_INET, AF_INET6].contains(Int32(name.sin6_family)) else { return nil }
    return UInt16(bigEndian: name.sin6_port)
  }
}
