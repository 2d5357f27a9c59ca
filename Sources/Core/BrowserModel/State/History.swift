/// The session history of a tab as the fold stores it: where its newest and its current entry
/// are in the ``EntryStore``.
struct History: BitwiseCopyable, Sendable {
  /// The place of the newest entry, or −1 if there is none. Each entry knows the place of the
  /// one before it. A value below −1 says that the entries are still packed as in a snapshot
  /// (``EntryStore/unpack(_:)``).
  var newest: Int32 = -1
  /// The place of the current entry, or −1; without meaning while the entries are packed.
  var current: Int32 = -1
  /// The number of entries the history has.
  var count: Int32 = 0
  /// The index of the current entry, the oldest being 0.
  var index: Int32 = 0
  /// Whether an entry may have the flag ``HistoryEntry/Flags/activated``. Most histories have none, and
  /// then a travel need not go through the entries.
  var hasActivation = false

  /// Creates a history whose entries are packed in a snapshot.
  ///
  /// - Parameters:
  ///   - offset: The byte of the snapshot at which the oldest entry begins.
  ///   - count: The number of entries, at least one.
  ///   - index: The index of the current entry.
  init(packedAt offset: Int, count: Int32, index: Int32) {
    newest = -2 &- Int32(truncatingIfNeeded: offset)
    self.count = count
    self.index = index
  }

  /// Creates a history without entries.
  init() {}

  /// The byte of the snapshot at which packed entries begin, or nil if the entries are not packed.
  var packedOffset: Int? { newest < -1 ? Int(-2 &- newest) : nil }

  /// Makes the newest entry the current one.
  mutating func goToNewest() {
    current = newest
    index = count &- 1
  }
}
