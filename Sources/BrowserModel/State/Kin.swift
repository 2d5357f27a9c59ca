/// A place in a family of tabs: parent, first child and siblings.
///
/// Linked both ways, so that a tab leaves its family without a search through ten thousand others.
struct Kin: Sendable, BitwiseCopyable {
  var parent: Sequence = .nothing
  var firstChild: Sequence = .nothing
  var next: Sequence = .nothing
  var previous: Sequence = .nothing
  /// The generation of the window's families that `parent`, `next` and `previous` belong to.
  var generation: Int32 = 0
  /// The generation that `firstChild` belongs to.
  var childGeneration: Int32 = 0

  mutating func enter(under parent: Sequence, before next: Sequence, generation: Int32) {
    self.parent = parent
    self.next = next
    self.previous = .nothing
    self.generation = generation
  }

  mutating func leaveParent() {
    parent = .nothing
    next = .nothing
    previous = .nothing
  }

  /// The two ways in which tabs belong together (T8).
  enum Relation {
    /// Who opened whom; it lasts.
    case opening
    /// Who is near whom when a place or a successor is chosen; it is forgotten at times.
    case family
  }
}

extension Tab {
  subscript(relation: Kin.Relation) -> Kin {
    @inline(__always) get { relation == .opening ? opening : family }
    @inline(__always) _modify {
      switch relation {
      case .opening: yield &opening
      case .family: yield &family
      }
    }
  }
}
