internal import CNATS
internal import Notation

/// What a server says of a stream.
struct StreamDescription {
  var subject: String
  var created: Int64
  var first: UInt64
  var last: UInt64
  var erasedCount: UInt64
  /// The positions between the first and the last that are empty, if they were asked for.
  var erased: [UInt64]
  /// By how many servers it is kept.
  var replicas: Int64
  /// The names of the servers that hold it besides the one that leads them, and that this one has not heard
  /// of for some time; empty ones where it does not know them.
  var absentServers: [String]

  /// Whether a message stands behind a position.
  func hasMessage(behind position: UInt64) -> Bool {
    let start = max(position + 1, first)
    guard start <= last else { return false }
    return last - start + 1 > UInt64(erased.count { $0 >= start })
  }
}
