internal import Catalogue
internal import Platform

/// The socket to which clients of this user connect.
package struct ServerSocket {
  private let socket: ListeningSocket

  /// The descriptor, which becomes readable when a client wants to connect.
  var descriptor: Int32 { socket.descriptor }

  /// Creates a socket that only this user can access.
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

  /// The result of accepting a connection.
  enum Caller {
    /// A program of this user.
    case client(Int32)
    /// No program is waiting, or the program belongs to another user.
    case none
    /// The process has reached its limit of open files. The program continues to wait.
    case noDescriptor
  }

  /// Accepts a program that wants to connect. Programs of other users are rejected.
  /// - Parameter user: The user whose programs are accepted, or nil for the user of this process.
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
