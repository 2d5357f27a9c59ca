internal import Glibc

/// Sockets by which programs of one user talk to each other on one machine (`AF_UNIX`).
package enum LocalSocket {
  /// Makes a socket at a path that this user alone may connect to, and listens there. What a program
  /// that was killed has left there is replaced. As soon as it is there, it can be connected to.
  ///
  /// - Throws: `EADDRINUSE` where somebody listens there, or something else is at the path;
  ///   `ENAMETOOLONG` for a path of more than 106 bytes.
  package static func listen(at path: String) throws(SystemCode) -> Int32 {
    guard try isFree(path) else { throw SystemCode(rawValue: EADDRINUSE) }
    let listener = try make()
    let draft = path + "~"
    do throws(SystemCode) {
      // Nobody may connect in the moment before its mode is set.
      let mask = umask(0o177)
      defer { umask(mask) }
      FileTree.removeFile(draft)
      try unsafe named(draft) { unsafe bind(listener, $0, $1) }
      guard Glibc.listen(listener, 64) == 0 else { throw .last }
      try FileTree.rename(draft, to: path)
      return listener
    } catch {
      FileTree.removeFile(draft)
      close(listener)
      throw error
    }
  }

  /// Takes one who wants to connect; nil where nobody does any more. Reading and writing do not wait.
  package static func accept(at listener: Int32) -> Int32? {
    let connection = Glibc.accept(listener, nil, nil)
    guard connection >= 0 else { return nil }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    return connection
  }

  /// Whether the program at the other end runs as this user.
  package static func isOwnUser(at connection: Int32) -> Bool {
    // The process, the user and the group (`struct ucred`).
    var peer: [UInt32] = [0, .max, .max]
    var size = socklen_t(MemoryLayout<UInt32>.size * peer.count)
    let code = unsafe getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size)
    return code == 0 && peer[1] == geteuid()
  }

  /// Whether nothing is at a path, or a socket at which nobody listens any more.
  private static func isFree(_ path: String) throws(SystemCode) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFSOCK else { return false }
    let probe = try make()
    defer { close(probe) }
    do throws(SystemCode) {
      try unsafe named(path) { unsafe connect(probe, $0, $1) }
      return false
    } catch {
      return error.rawValue == ECONNREFUSED
    }
  }

  private static func make() throws(SystemCode) -> Int32 {
    let new = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard new >= 0 else { throw .last }
    return new
  }

  /// Passes the address of a path to a call of the system.
  private static func named(
    _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemCode) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let code = unsafe withUnsafeMutableBytes(of: &address.sun_path) { place -> Int32 in
      guard bytes.count < place.count else { return ENAMETOOLONG }
      unsafe place.copyBytes(from: bytes)
      return 0
    }
    guard code == 0 else { throw SystemCode(rawValue: code) }
    let result = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw .last }
  }
}
