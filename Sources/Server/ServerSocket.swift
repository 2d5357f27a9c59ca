internal import Catalogue
internal import Platform

/// The socket to which clients of this user connect.
package struct ServerSocket {
  private let socket: ListeningSocket

  /// The descriptor, which is readable if a client wants to connect.
  var descriptor: Int32 { socket.descriptor }

  /// Creates the socket, for this user only.
  package init(_ path: String) throws {
    do {
      socket = try ListeningSocket(at: path)
    } catch let error as Errno {
      switch error.rawValue {
      case EADDRINUSE:
        throw CommandError(
          "inUse",
          "There is already a file or another server at “\(path)”. Choose another path.")
      case ENAMETOOLONG:
        throw CommandError("tooLong", "The path of a socket must be at most 106 bytes long.")
      case EAGAIN:
        throw CommandError(
          "locked",
          "Another program has locked the folder of “\(path)”. Choose another folder.")
      default: throw SystemError(error, operation: "listen", path: path)
      }
    }
  }

  /// The result of accepting a program.
  enum Caller {
    /// A program of this user.
    case client(Int32)
    /// No program is waiting, or it was that of another user.
    case none
    /// The process has reached its limit of open files; the program continues to wait.
    case noDescriptor
  }

  /// Accepts a program that wants to connect. A program of another user is refused.
  /// - Parameter user: The user whose programs are accepted, or nil for that of this process.
  func accept(onlyOf user: UInt32? = nil) -> Caller {
    do {
      guard let connection = try LocalSocket.accept(at: descriptor) else { return .none }
      guard LocalSocket.isOwnUser(at: connection, user: user) else {
        FileDescriptor.close(connection)
        return .none
      }
      return .client(connection)
    } catch {
      return .noDescriptor
    }
  }

  /// Removes the socket.
  func close() { socket.close() }
}
