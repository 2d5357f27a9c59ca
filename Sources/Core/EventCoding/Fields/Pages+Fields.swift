public import BrowserModel

// The stored fields of events about pages. Numbers are never reused.

extension PageTitled: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "content", &content)
    visitor.text(3, "title", &title)
  }
}

extension PageScrolled: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "content", &content)
    visitor.offset(3, "x", &x)
    visitor.offset(4, "y", &y)
  }
}

extension PagePictured: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "content", &content)
    visitor.text(3, "blob", &blob)
  }
}

extension PageActivated: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "content", &content)
  }
}

extension PageVisited: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.choice(1, "transition", &transition)
    visitor.text(2, "url", &url)
    visitor.text(3, "title", &title)
  }
}
