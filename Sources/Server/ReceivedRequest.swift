internal import Catalogue
internal import Notation

/// A request that a client has sent, alone or in a batch.
enum ReceivedRequest {
  case valid(Request)
  /// A value that is not a request, with the id for the response.
  case invalid(id: JSON, CommandError)

  init(_ message: JSON) {
    var id: JSON?
    do {
      self = .valid(try Request(message, id: &id))
    } catch {
      self = .invalid(id: id ?? .null, CommandError(error))
    }
  }

  /// The id for the response, or nil if the client expects no response.
  var id: JSON? {
    switch self {
    case .valid(let request): request.id
    case .invalid(let id, _): id
    }
  }
}
