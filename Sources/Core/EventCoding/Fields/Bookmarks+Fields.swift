public import BrowserModel

// The stored fields of events about bookmarks. Numbers are never reused.

extension BookmarkAdded: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "parent", &parent)
    visitor.count(2, "index", &index)
    visitor.choice(3, "kind", &kind)
    visitor.text(4, "title", &title)
    visitor.text(5, "url", &url)
    visitor.text(6, "tags", &tags)
    visitor.text(7, "keyword", &keyword)
    visitor.text(8, "note", &note)
  }
}

extension BookmarkEdited: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "bookmark", &bookmark)
    visitor.text(2, "title", &title)
    visitor.text(3, "url", &url)
    visitor.text(4, "tags", &tags)
    visitor.text(5, "keyword", &keyword)
    visitor.text(6, "note", &note)
  }
}

extension BookmarkMoved: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "bookmark", &bookmark)
    visitor.reference(2, "parent", &parent)
    visitor.count(3, "index", &index)
  }
}

extension BookmarkRemoved: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "bookmark", &bookmark)
    visitor.count(2, "index", &index)
  }
}

extension BookmarkRestored: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "bookmark", &bookmark)
    visitor.reference(2, "parent", &parent)
    visitor.count(3, "index", &index)
    visitor.choice(4, "kind", &kind)
    visitor.reference(5, "title", &title)
    visitor.reference(6, "url", &url)
    visitor.reference(7, "tags", &tags)
    visitor.reference(8, "keyword", &keyword)
    visitor.reference(9, "note", &note)
  }
}
