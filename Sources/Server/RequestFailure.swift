internal import BrowserModel
internal import Catalogue
internal import Notation
package import RetraceStore

/// Why a request has an error for its answer.
package struct RequestFailure: Error {
  /// The numbers of JSON-RPC, and those from -32000 on, which are this protocol's own.
  enum Code: Int {
    case notJSON = -32_700
    case notARequest = -32_600
    case noSuchMethod = -32_601
    case badArguments = -32_602
    /// The state or the profile does not allow it; `data.code` says what it is.
    case refused = -32_001
    /// The first message must be `hello`.
    case notGreeted = -32_002
    /// The profile cannot be read or written.
    case unopened = -32_003
    /// The server has as many clients as it can have.
    case tooManyClients = -32_004
    /// The client did not want it any more.
    case cancelled = -32_800
  }

  let code: Code
  package let message: String
  /// What the console says of it: `noSuchTab`.
  var failure: CommandFailure?
  /// The request, where it is known.
  var id: JSON?

  /// The number that a client is told.
  package var number: Int { code.rawValue }
  /// The word that programs can rely on, such as `noSuchTab`, or nil if there is none.
  package var reason: String? { failure?.code }

  init(_ code: Code, _ message: String, id: JSON? = nil) {
    self.code = code
    self.message = message
    self.id = id
  }

  init(_ failure: CommandFailure) {
    code =
      switch failure.status {
      case .usage: .badArguments
      case .unopened, .damaged: .unopened
      case .done, .failed, .interrupted: .refused
      }
    message = failure.message
    self.failure = failure
  }

  package init(_ failure: StoreFailure) { self.init(CommandFailure(failure)) }
}
