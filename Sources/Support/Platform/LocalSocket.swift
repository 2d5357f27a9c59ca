/// Connections between programs of one user on one machine (`AF_UNIX`). See ``ListeningSocket`` for
/// the server's socket.
package enum LocalSocket {
  /// Accepts a waiting connection, and makes it non-blocking. Returns nil if no connection is
  /// waiting any more.
  ///
  /// - Throws: An error such as `EMFILE` if the process or the system has no more descriptors. In
  ///   that case, the connection stays in the queue.
  package static func accept(at listener: Int32) throws -> Int32? {
    let connection = Platform.accept(listener, nil, nil)
    guard connection < 0 else {
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      _ = fcntl(connection, F_SETFL, O_NONBLOCK)
      return connection
    }
    switch errno {
    case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw Errno.last
    default: return nil
    }
  }

  /// Whether the program at the other end runs as a given user.
  ///
  /// - Parameter user: The user, or nil for the user of this process.
  package static func isOwnUser(at connection: Int32, user: UInt32? = nil) -> Bool {
    // `struct ucred`, which contains the process, the user and the group.
    var peer: [UInt32] = [0, .max, .max]
    var size = socklen_t(MemoryLayout<UInt32>.size * peer.count)
    let code = unsafe getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size)
    return code == 0 && peer[1] == user ?? geteuid()
  }

  /// Connects to the server at a path.
  package static func connect(to path: String) throws -> Int32 {
    let connection = try make()
    do {
      try unsafe named(path) { unsafe Platform.connect(connection, $0, $1) }
      return connection
    } catch {
      FileDescriptor.close(connection)
      throw error
    }
  }

  /// Whether nothing exists at a path, or only a socket without a server.
  static func isFree(_ path: String) throws -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFSOCK else { return false }
    do {
      // The attempt does not block, even if the queue of a server is full.
      FileDescriptor.close(try connect(to: path))
      return false
    } catch let error as Errno {
      return error.rawValue == ECONNREFUSED
    }
  }

  /// Creates a non-blocking socket.
  static func make() throws -> Int32 {
    let new = socket(
      AF_UNIX,
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard new >= 0 else { throw Errno.last }
    return new
  }

  /// Binds a socket to a path.
  static func bind(_ socket: Int32, to path: String) throws {
    try unsafe named(path) { unsafe Platform.bind(socket, $0, $1) }
  }

  /// Runs a system call with the socket address of a path.
  private static func named(
    _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let code = unsafe withUnsafeMutableBytes(of: &address.sun_path) { place -> Int32 in
      guard bytes.count < place.count else { return ENAMETOOLONG }
      unsafe place.copyBytes(from: bytes)
      return 0
    }
    guard code == 0 else { throw Errno(rawValue: code) }
    let result = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Errno.last }
  }
}
