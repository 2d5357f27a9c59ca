internal import Glibc
internal import Platform

/// The place in the file system where clients of this user connect.
struct ServerSocket {
  /// Can be read when somebody wants to connect.
  let descriptor: Int32
  private let path: String

  /// Makes the socket, for this user alone.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    do throws(SystemCode) {
      descriptor = try LocalSocket.listen(at: path)
    } catch {
      switch error.rawValue {
      case EADDRINUSE:
        throw CommandFailure(
          "inUse", "There is something at “\(path)”, or another server: choose another path.")
      case ENAMETOOLONG:
        throw CommandFailure("tooLong", "The path of a socket has at most 106 bytes.")
      default: throw CommandFailure(SystemError(error, operation: "listen", path: path))
      }
    }
  }

  /// Takes one who wants to connect; nil where nobody does, or another user.
  func accept() -> Int32? {
    guard let connection = LocalSocket.accept(at: descriptor) else { return nil }
    guard LocalSocket.isOwnUser(at: connection) else {
      Descriptors.close(connection)
      return nil
    }
    return connection
  }

  /// Takes the socket away.
  func close() {
    Descriptors.close(descriptor)
    FileTree.removeFile(path)
  }
}
