/// A TCP socket that accepts connections from programs on this computer only (127.0.0.1), at a port
/// that the system chooses.
@safe package struct LoopbackSocket {
  /// The descriptor, which becomes readable when a program connects. Accept the program with
  /// ``LocalSocket/accept(at:)``.
  package let descriptor: Int32
  package let port: UInt16

  private static let waitingConnections: Int32 = 64

  /// Creates a socket and listens on it.
  package init() throws {
    let listener = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard listener >= 0 else { throw Errno.last }
    do {
      (descriptor, port) = (listener, try Self.bind(listener))
    } catch {
      FileDescriptor.close(listener)
      throw error
    }
  }

  /// Binds a socket to an unused port, and returns the port.
  private static func bind(_ listener: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Platform.bind(listener, address, size) == 0
          && listen(listener, waitingConnections) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isBound else { throw Errno.last }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Stops listening.
  package func close() { FileDescriptor.close(descriptor) }
}
