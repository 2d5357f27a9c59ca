/// What a server says of a stream.
struct StreamDescription {
  var created: Int64
  var first: UInt64
  var last: UInt64
  var erasedCount: UInt64
  /// The positions between the first and the last that are empty, if they were asked for.
  var erased: [UInt64]

  /// Whether a message stands behind a position.
  func hasMessage(behind position: UInt64) -> Bool {
    let start = max(position + 1, first)
    guard start <= last else { return false }
    return last - start + 1 > UInt64(erased.count { $0 >= start })
  }
}
