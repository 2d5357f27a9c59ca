public import BrowserModel

// The stored fields of events about groups. Numbers are never reused.

extension GroupCreated: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.choice(1, "color", &color)
    visitor.text(2, "title", &title)
  }
}

extension GroupChanged: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "group", &group)
    visitor.choice(2, "color", &color)
    visitor.text(3, "title", &title)
  }
}

extension GroupCollapsed: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "group", &group)
    visitor.flag(2, "collapsed", &isCollapsed)
  }
}

extension GroupJoined: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "group", &group)
    visitor.count(3, "index", &index)
    visitor.reference(4, "after", &neighbors.after)
    visitor.reference(5, "before", &neighbors.before)
    visitor.offset(6, "rank", &neighbors.rankWhole)
    visitor.offset(7, "rank_fraction", &neighbors.rankFraction)
  }
}

extension GroupRestored: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "group", &group)
    visitor.choice(2, "color", &color)
    visitor.reference(3, "title", &title)
    visitor.flag(4, "collapsed", &isCollapsed)
  }
}

extension GroupMoved: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "group", &group)
    visitor.reference(2, "window", &window)
    visitor.count(3, "index", &index)
    visitor.reference(4, "successor", &successor)
    visitor.offset(5, "rank", &neighbors.rankWhole)
    visitor.offset(6, "rank_fraction", &neighbors.rankFraction)
    visitor.count(7, "rank_bits", &rankBits)
  }
}
