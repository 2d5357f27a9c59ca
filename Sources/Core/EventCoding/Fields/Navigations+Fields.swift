public import BrowserModel

// The stored fields of events about navigations. Numbers are never reused.

extension NavigationStarted: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.choice(2, "transition", &transition)
    visitor.text(3, "url", &url)
    visitor.text(4, "input", &input)
    visitor.text(5, "reason", &reason)
    visitor.text(6, "search_words", &searchWords)
    visitor.reference(7, "again", &again)
  }
}

extension NavigationCommitted: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "parent", &parent)
    visitor.flag(3, "replacement", &isReplacement)
    visitor.flag(4, "same_document", &isSameDocument)
    visitor.flag(5, "without_activation", &isWithoutActivation)
    visitor.flag(6, "loading", &isLoading)
    visitor.flag(7, "forgets_families", &forgetsOpenerGroups)
    visitor.choice(8, "transition", &transition)
    visitor.text(9, "url", &url)
    visitor.text(10, "redirects", &redirects)
    visitor.text(11, "input", &input)
    visitor.text(12, "reason", &reason)
    visitor.text(13, "search_words", &searchWords)
    visitor.flag(14, "keeps_load", &keepsLoad)
  }
}

extension Traveled: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "entry", &entry)
    visitor.flag(3, "loading", &isLoading)
  }
}

extension TabReloaded: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.flag(2, "loading", &isLoading)
  }
}

extension LoadStopped: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
  }
}

extension LoadFailed: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.text(2, "reason", &reason)
  }
}

extension LoadFinished: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
  }
}
