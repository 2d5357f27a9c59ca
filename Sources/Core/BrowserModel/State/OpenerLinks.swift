/// A place in an opener group of tabs: parent, first child and siblings, by the slots they stand in.
///
/// Linked both ways, so that a tab leaves its opener group without a search through ten thousand others.
struct OpenerLinks: Sendable, BitwiseCopyable {
  var parent: Int32 = -1
  var firstChild: Int32 = -1
  var next: Int32 = -1
  var previous: Int32 = -1
  /// The generation of the window's opener groups that `parent`, `next` and `previous` belong to.
  var generation: Int32 = 0
  /// The generation that `firstChild` belongs to.
  var childGeneration: Int32 = 0

  mutating func leaveParent() {
    parent = -1
    next = -1
    previous = -1
  }

  /// The two ways in which tabs belong together (T8).
  enum Relation {
    /// Who opened whom; it lasts.
    case opener
    /// Who is near whom when a place or a successor is chosen; it is forgotten at times.
    case openerGroup
  }
}
