public import BrowserModel

// The stored fields of events about tabs. Numbers are never reused.

extension TabOpened: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "window", &window)
    visitor.count(2, "index", &index)
    visitor.reference(3, "opener", &opener)
    visitor.reference(4, "family", &openerGroup)
    visitor.flag(5, "forgets_families", &forgetsOpenerGroups)
    visitor.flag(6, "family_brief", &isOpenerGroupBrief)
    visitor.flag(7, "selected", &isSelected)
    visitor.flag(8, "pinned", &isPinned)
    visitor.reference(9, "group", &group)
    visitor.flag(10, "loading", &isLoading)
    visitor.choice(11, "transition", &transition)
    visitor.text(12, "url", &url)
    visitor.text(13, "input", &input)
    visitor.text(14, "reason", &reason)
    visitor.text(15, "search_words", &searchWords)
    visitor.reference(16, "after", &neighbors.after)
    visitor.reference(17, "before", &neighbors.before)
    visitor.offset(18, "rank", &neighbors.rankWhole)
    visitor.offset(19, "rank_fraction", &neighbors.rankFraction)
  }
}

extension TabClosed: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.count(2, "index", &index)
    visitor.reference(3, "item", &item)
    visitor.reference(4, "successor", &successor)
    visitor.reference(5, "successor_window", &successorWindow)
    visitor.flag(6, "unlisted", &isUnlisted)
    visitor.flag(7, "by_time", &isByTime)
  }
}

extension TabReopened: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "item", &item)
    visitor.reference(3, "window", &window)
    visitor.count(4, "index", &index)
    visitor.flag(5, "selected", &isSelected)
    visitor.reference(6, "after", &neighbors.after)
    visitor.reference(7, "before", &neighbors.before)
    visitor.offset(8, "rank", &neighbors.rankWhole)
    visitor.offset(9, "rank_fraction", &neighbors.rankFraction)
  }
}

extension TabSelected: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.flag(2, "forgets_families", &forgetsOpenerGroups)
  }
}

extension TabMoved: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "window", &window)
    visitor.count(3, "index", &index)
    visitor.reference(4, "group", &group)
    visitor.reference(5, "successor", &successor)
    visitor.reference(6, "after", &neighbors.after)
    visitor.reference(7, "before", &neighbors.before)
    visitor.offset(8, "rank", &neighbors.rankWhole)
    visitor.offset(9, "rank_fraction", &neighbors.rankFraction)
  }
}

extension TabPinned: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.flag(2, "pinned", &isPinned)
    visitor.count(3, "index", &index)
    visitor.reference(4, "after", &neighbors.after)
    visitor.reference(5, "before", &neighbors.before)
    visitor.offset(6, "rank", &neighbors.rankWhole)
    visitor.offset(7, "rank_fraction", &neighbors.rankFraction)
  }
}

extension TabMuted: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.flag(2, "muted", &isMuted)
  }
}

extension TabDuplicated: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "source", &source)
    visitor.count(2, "index", &index)
    visitor.flag(3, "selected", &isSelected)
    visitor.flag(4, "loading", &isLoading)
    visitor.flag(5, "forgets_families", &forgetsOpenerGroups)
    visitor.reference(6, "after", &neighbors.after)
    visitor.reference(7, "before", &neighbors.before)
    visitor.offset(8, "rank", &neighbors.rankWhole)
    visitor.offset(9, "rank_fraction", &neighbors.rankFraction)
  }
}

extension TabDiscarded: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
  }
}

extension TabRestored: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "window", &window)
    visitor.count(3, "index", &index)
    visitor.reference(4, "opener", &opener)
    visitor.reference(5, "group", &group)
    visitor.flag(6, "pinned", &isPinned)
    visitor.flag(7, "muted", &isMuted)
    visitor.flag(8, "selected", &isSelected)
    visitor.zoom(9, "temporary_zoom", &temporaryZoom)
    visitor.reference(10, "kept", &kept)
    visitor.reference(11, "after", &neighbors.after)
    visitor.reference(12, "before", &neighbors.before)
    visitor.offset(13, "rank", &neighbors.rankWhole)
    visitor.offset(14, "rank_fraction", &neighbors.rankFraction)
  }
}

extension EntryRestored: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.reference(2, "entry", &entry)
    visitor.reference(3, "content", &content)
    visitor.reference(4, "document", &document)
    visitor.reference(5, "title", &title)
    visitor.reference(6, "scroll", &scroll)
    visitor.reference(7, "picture", &picture)
    visitor.choice(8, "marks", &marks)
    visitor.flag(9, "current", &isCurrent)
  }
}

extension TabCleared: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
  }
}
