internal import CNATS
internal import Notation

/// A server's description of a stream.
struct StreamDescription {
  var subject: String
  var created: Int64
  var first: UInt64
  var last: UInt64
  var erasedCount: UInt64
  /// The erased positions between ``first`` and ``last``, or an empty array if they were not
  /// requested.
  var erased: [UInt64]
  /// The number of servers that replicate the stream.
  var replicas: Int64
  /// The names of the other servers that hold the stream and have not reported to the leader for
  /// some time. An empty string represents an unknown name.
  var absentServers: [String]

  /// Whether there is a message after a position.
  func hasMessage(after position: UInt64) -> Bool {
    let start = max(position + 1, first)
    guard start <= last else { return false }
    return last - start + 1 > UInt64(erased.count { $0 >= start })
  }
}
