/// A closed tab as the fold stores it. ``ClosedTab`` is its public form. The entries of its history
/// stay in the ``EntryStore``.
struct ClosedTabRecord: BitwiseCopyable, Sendable {
  var tab: TabRecord
  var index = 0
  /// The number of tabs of its group to its left.
  var indexInGroup = 0
  /// Its group, with a count of 0, or ``TabGroup/vacant`` if it had no group.
  var group: TabGroup
  var opener: TabID
}
