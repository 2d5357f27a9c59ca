internal import CNATS
internal import Glibc
internal import Platform

/// Cuts an attempt to connect to a server off that takes too long.
///
/// libnats before 3.8 has its own limit, and asks a server that falls silent behind its first line without a pause and
/// without an end: https://github.com/nats-io/nats.c/issues/706.
struct ConnectLimit {
  /// The port of the server.
  let port: UInt16
  let milliseconds: Int32

  /// Runs what connects. If that takes too long, it finds its connection closed, and the server counts as one
  /// that does not answer.
  ///
  /// - Returns: The connections that it has made.
  func connecting(
    _ connect: () throws(JetStreamFault) -> Void
  ) throws(JetStreamFault) -> [Int32] {
    let start = ContinuousClock.now
    let former = Set(sockets)
    do throws(JetStreamFault) {
      try watching(connect)
      return sockets.filter { !former.contains($0) }
    } catch {
      let isCut = start.duration(to: .now) >= .milliseconds(Int(milliseconds))
      throw isCut ? JetStreamFault(NATS_TIMEOUT) : error
    }
  }

  private func watching(_ connect: () throws(JetStreamFault) -> Void) throws(JetStreamFault) {
    let former = Set(sockets)
    guard let end = try? FileDescriptor.pipe() else { return try connect() }
    let watch = WorkThread {
      var wait = milliseconds
      while true {
        var watched = [pollfd(fd: end.reading, events: Int16(POLLIN), revents: 0)]
        guard FileDescriptor.wait(for: &watched, milliseconds: wait) == 0 else { return }
        for socket in sockets where !former.contains(socket) { shutdown(socket, Int32(SHUT_RDWR)) }
        // While the name of a server was looked up there was no connection yet.
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

  /// The connections of this process to the port.
  private var sockets: [Int32] {
    let open = try? FileTree.entries(in: "/proc/self/fd")
    return (open ?? []).compactMap { Int32($0.name) }.filter { peerPort(of: $0) == port }
  }

  /// The port at the other end of a connection by TCP; nil if it is none.
  private func peerPort(of descriptor: Int32) -> UInt16? {
    // The port stands at the same place in an address of IPv4 and of IPv6.
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
