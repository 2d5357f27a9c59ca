/// A tab's session history as the fold keeps it: where its newest row and its current row stand in
/// the ``RowStore``.
struct History: BitwiseCopyable, Sendable {
  /// The place of the newest row, or −1. Each row knows the one before it. Below −1 the rows are
  /// still packed as they were in a snapshot (``RowStore/unpack(_:)``).
  var newest: Int32 = -1
  /// The place of the current row, or −1; without meaning while the rows are packed.
  var current: Int32 = -1
  var count: Int32 = 0
  /// The current row's position, counted from the oldest.
  var index: Int32 = 0
  /// Whether a row may say that the user touched its document; most histories have none.
  var hasActivation = false

  /// A history whose rows stand in a snapshot from a byte on.
  init(packedAt offset: Int, count: Int32, index: Int32) {
    newest = -2 &- Int32(truncatingIfNeeded: offset)
    self.count = count
    self.index = index
  }

  init() {}

  /// The byte from which on packed rows stand; nil where they are not packed.
  var packedOffset: Int? { newest < -1 ? Int(-2 &- newest) : nil }

  mutating func goToNewest() {
    current = newest
    index = count &- 1
  }
}
