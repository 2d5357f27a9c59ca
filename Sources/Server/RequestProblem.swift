package import Catalogue

/// The reasons why a request fails before a command runs.
package enum RequestProblem: String {
  case notJSON
  case notARequest
  case noSuchMethod
  case badArguments
  /// The first message must be `hello`.
  case notGreeted
  /// The server has reached its maximum number of clients.
  case tooManyClients
  /// The client cancelled the request.
  case cancelled
  /// A caller of the C library passed an invalid handle.
  case badHandle

  /// The error number of JSON-RPC. Numbers from -32000 on are specific to this protocol.
  var number: Int {
    switch self {
    case .notJSON: -32_700
    case .notARequest: -32_600
    case .noSuchMethod: -32_601
    case .badArguments: -32_602
    case .notGreeted: -32_002
    case .tooManyClients, .badHandle: -32_004
    case .cancelled: -32_800
    }
  }
}

extension CommandError {
  /// Creates the error for a request that fails before a command runs.
  package init(_ problem: RequestProblem, _ message: String) {
    self.init(problem.rawValue, message)
  }

  /// The error number that is sent to clients and returned by the C library.
  package var requestNumber: Int {
    if let problem { return problem.number }
    return switch status {
    case .usage: RequestProblem.badArguments.number
    // The profile cannot be read or written.
    case .unopened, .damaged: -32_003
    // The state or the profile does not allow it.
    case .done, .failed, .interrupted: -32_001
    }
  }

  /// The code of a command's error, such as `noSuchTab`, or nil if no command ran.
  package var reason: String? { problem == nil ? code : nil }

  private var problem: RequestProblem? { RequestProblem(rawValue: code) }
}
