internal import BrowserModel
internal import Catalogue
internal import Notation

/// The error in the response to a request.
package struct RequestError: Error {
  /// The error numbers of JSON-RPC and, from -32000, of this protocol.
  enum Code: Int {
    case notJSON = -32_700
    case notARequest = -32_600
    case noSuchMethod = -32_601
    case badArguments = -32_602
    /// The state or the profile does not allow the request. `data.code` is the reason.
    case refused = -32_001
    /// The first message must be `hello`.
    case notGreeted = -32_002
    /// The profile cannot be read or written.
    case unopened = -32_003
    /// The server has reached its maximum number of clients.
    case tooManyClients = -32_004
    /// The client cancelled the request.
    case cancelled = -32_800
  }

  let code: Code
  package let message: String
  /// The failure of the command, such as `noSuchTab`.
  var failure: CommandError?
  /// The id of the request, or nil if it is unknown.
  var id: JSON?

  /// The error number sent to the client.
  package var number: Int { code.rawValue }
  /// The stable name of the reason for programs, such as `noSuchTab`, or nil if there is none.
  package var reason: String? { failure?.code }

  init(_ code: Code, _ message: String, id: JSON? = nil) {
    self.code = code
    self.message = message
    self.id = id
  }

  /// Creates the response to a request that failed with an error of a command, the store or the
  /// log.
  package init(_ error: any Error) {
    if let error = error as? RequestError {
      self = error
      return
    }
    let failure = CommandError(error)
    code =
      switch failure.status {
      case .usage: .badArguments
      case .unopened, .damaged: .unopened
      case .done, .failed, .interrupted: .refused
      }
    message = failure.message
    self.failure = failure
  }
}
