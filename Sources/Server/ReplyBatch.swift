internal import Catalogue
internal import Notation

/// The responses to a batch of requests, which are sent together once all requests are answered.
final class ReplyBatch {
  private var awaited: Int
  private var replies: [UInt8] = []

  init(requests count: Int) { awaited = count }

  /// Whether the responses are so large that the remaining requests are rejected.
  var isFull: Bool { replies.count > ServedClient.largestMessageBytes }

  /// The error for a request that is rejected because the batch is full.
  static let tooLarge = CommandError(
    "tooLarge", "The other responses to this batch are too large. Send this request by itself.")

  /// Adds the response to a request, or nil for a request without a response.
  /// - Returns: The array of all responses, with a newline, if this was the last request and there
  ///   are any responses.
  func add(_ reply: JSONWriter?) -> [UInt8]? {
    awaited -= 1
    if let reply {
      replies.append(UInt8(ascii: replies.isEmpty ? "[" : ","))
      replies += reply.document
    }
    guard awaited == 0, !replies.isEmpty else { return nil }
    return replies + "]\n".utf8
  }
}

extension JSONWriter {
  /// The output without the newline that separates messages on a connection.
  var document: [UInt8] { bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes }
}
