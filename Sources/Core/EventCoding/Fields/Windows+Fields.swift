public import BrowserModel

// The stored fields of events about windows. Numbers are never reused.

extension WindowOpened: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.offset(1, "x", &bounds.x)
    visitor.offset(2, "y", &bounds.y)
    visitor.offset(3, "width", &bounds.width)
    visitor.offset(4, "height", &bounds.height)
    visitor.choice(5, "show_state", &showState)
  }
}

extension WindowClosed: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "window", &window)
    visitor.reference(2, "successor", &successor)
    visitor.flag(3, "unlisted", &isUnlisted)
    visitor.flag(4, "by_time", &isByTime)
  }
}

extension WindowReopened: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "item", &item)
  }
}

extension WindowFocused: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "window", &window)
  }
}

extension WindowPlaced: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "window", &window)
    visitor.offset(2, "x", &bounds.x)
    visitor.offset(3, "y", &bounds.y)
    visitor.offset(4, "width", &bounds.width)
    visitor.offset(5, "height", &bounds.height)
    visitor.choice(6, "show_state", &showState)
  }
}

extension WindowRestored: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "window", &window)
    visitor.count(2, "index", &index)
    visitor.offset(3, "x", &bounds.x)
    visitor.offset(4, "y", &bounds.y)
    visitor.offset(5, "width", &bounds.width)
    visitor.offset(6, "height", &bounds.height)
    visitor.choice(7, "show_state", &showState)
    visitor.flag(8, "focused", &isFocused)
    visitor.reference(9, "title", &title)
  }
}

extension WindowNamed: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "window", &window)
    visitor.text(2, "title", &title)
  }
}
