internal import Catalogue
internal import Notation

/// A line that a client has sent.
enum ReceivedRequest {
  case valid(Request)
  /// A line that is not a request, with the id for the response.
  case invalid(id: JSON, CommandError)
}
