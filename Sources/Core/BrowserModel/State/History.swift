/// The session history of a tab as the fold stores it: the places of its newest and its current
/// entry in the ``EntryStore``.
struct History: BitwiseCopyable, Sendable {
  /// The place of the newest entry, or −1 if the history has no entries. Each entry contains the
  /// place of the previous entry. A value below −1 means that the entries are still packed in a
  /// snapshot (``EntryStore/unpack(_:)``).
  var newest: Int32 = -1
  /// The place of the current entry, or −1. Meaningless while the entries are packed.
  var current: Int32 = -1
  /// The number of entries.
  var count: Int32 = 0
  /// The index of the current entry, where the oldest entry is 0.
  var index: Int32 = 0
  /// Whether an entry may have the flag ``HistoryEntry/Flags/activated``. If there is no such
  /// entry, as in most histories, a travel need not visit the entries.
  var hasActivation = false

  /// Creates a history whose entries are packed in a snapshot.
  ///
  /// - Parameters:
  ///   - offset: The offset of the oldest entry in the snapshot.
  ///   - count: The number of entries, at least one.
  ///   - index: The index of the current entry.
  init(packedAt offset: Int, count: Int32, index: Int32) {
    newest = -2 &- Int32(truncatingIfNeeded: offset)
    self.count = count
    self.index = index
  }

  /// Creates a history without entries.
  init() {}

  /// The offset of the packed entries in the snapshot, or nil if the entries are not packed.
  var packedOffset: Int? { newest < -1 ? Int(-2 &- newest) : nil }

  /// Makes the newest entry the current entry.
  mutating func goToNewest() {
    current = newest
    index = count &- 1
  }
}
