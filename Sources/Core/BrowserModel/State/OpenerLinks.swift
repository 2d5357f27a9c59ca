/// The links of one tab in a forest of tabs: parent, first child and siblings, each as a
/// slot of the table of tabs, or −1.
///
/// Siblings are linked in both directions, so that a tab can be removed without a search, even
/// among ten thousand siblings.
struct OpenerLinks: Sendable, BitwiseCopyable {
  /// The slot of the tab that this tab belongs to.
  var parent: Int32 = -1
  /// The slot of the newest tab that belongs to this tab.
  var firstChild: Int32 = -1
  /// The slot of the sibling that was linked before this tab.
  var next: Int32 = -1
  /// The slot of the sibling that was linked after this tab.
  var previous: Int32 = -1
  /// The generation that `parent`, `next` and `previous` belong to.
  var generation: Int32 = 0
  /// The generation that `firstChild` belongs to.
  var childGeneration: Int32 = 0

  /// Removes the links to the parent and to siblings. The links of the parent and the siblings are
  /// unchanged.
  mutating func leaveParent() {
    parent = -1
    next = -1
    previous = -1
  }

  /// The two relations between tabs (T8).
  enum Relation {
    /// One tab opened another. This relation is permanent (WebExtensions, `openerTabId`).
    case opener
    /// The tabs of one task, which determine the place of a new tab and the successor of a closed
    /// tab. This relation is sometimes forgotten, as in Chromium.
    case openerGroup
  }
}
