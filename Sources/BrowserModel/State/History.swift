/// A tab's session history as the fold keeps it: where its newest row and its current row stand in
/// the ``RowStore``.
struct History: BitwiseCopyable, Sendable {
  /// The place of the newest row, or −1. Each row knows the one before it.
  var newest: Int32 = -1
  /// The place of the current row, or −1.
  var current: Int32 = -1
  var count: Int32 = 0
  /// The current row's position, counted from the oldest.
  var index: Int32 = 0
  /// Whether a row may say that the user touched its document; most histories have none.
  var hasActivation = false

  mutating func goToNewest() {
    current = newest
    index = count &- 1
  }
}
