/// A closed tab as the fold stores it. ``ClosedTab`` is its public form. The entries of its history
/// stay in the ``EntryStore``.
struct ClosedTabRecord: BitwiseCopyable, Sendable {
  var tab: TabRecord
  var index = 0
  /// The number of tabs of the same group to the left of the tab.
  var indexInGroup = 0
  /// The tab's group, with a count of 0, or ``TabGroup/vacant`` if the tab had no group.
  var group: TabGroup
  var opener: TabID
}
