public import BrowserModel

// The stored fields of events about zooms. A number is never used again.

extension SiteZoomSet: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) {
    visitor.reference(1, "site", &site)
    visitor.zoom(2, "level", &level)
    visitor.text(3, "host", &host)
  }
}

extension DefaultZoomSet: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) {
    visitor.zoom(1, "level", &level)
  }
}

extension TemporaryZoomSet: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) {
    visitor.reference(1, "tab", &tab)
    visitor.zoom(2, "level", &level)
  }
}
