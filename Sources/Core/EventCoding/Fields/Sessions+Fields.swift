public import BrowserModel

// The stored fields of events about settings, sessions and time. Numbers are never reused.

extension SettingChanged: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.choice(1, "name", &name)
    visitor.count(2, "number", &number)
    visitor.text(3, "value", &value)
  }
}

extension SessionOpened: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.text(1, "front_end", &frontEnd)
  }
}

extension BatchNamed: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "batch", &batch)
  }
}

extension Marked: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.text(1, "name", &name)
    visitor.reference(2, "moment", &moment)
  }
}

extension Branched: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.text(1, "name", &name)
    visitor.reference(2, "from", &from)
  }
}

extension BranchHidden: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "branch", &branch)
    visitor.flag(2, "hidden", &isHidden)
  }
}

extension BranchMerged: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "branch", &branch)
    visitor.reference(2, "through", &through)
  }
}

extension BranchProposed: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "branch", &branch)
    visitor.reference(2, "target", &target)
    visitor.text(3, "name", &name)
    visitor.text(4, "note", &note)
  }
}

extension ProposalAnswered: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "proposal", &proposal)
    visitor.choice(2, "answer", &answer)
  }
}

extension Forgotten: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "first", &first)
    visitor.reference(2, "last", &last)
    visitor.count(3, "count", &count)
  }
}

// The stored fields of events about devices. Numbers are never reused.

extension DeviceJoined: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.count(1, "number", &number)
    visitor.text(2, "name", &name)
    visitor.count(3, "former", &former)
    visitor.reference(4, "continues", &continues)
  }
}

extension EventsAccepted: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "through", &through)
    visitor.count(2, "device", &device)
  }
}

extension TabSent: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.count(1, "recipient", &recipient)
    visitor.reference(2, "tab", &tab)
    visitor.reference(3, "content", &content)
    visitor.reference(4, "title", &title)
  }
}

// The stored fields of events about zooms. Numbers are never reused.

extension SiteZoomSet: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "site", &site)
    visitor.zoom(2, "level", &level)
    visitor.text(3, "host", &host)
  }
}

extension DefaultZoomSet: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.zoom(1, "level", &level)
  }
}

extension TemporaryZoomSet: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.zoom(2, "level", &level)
  }
}
