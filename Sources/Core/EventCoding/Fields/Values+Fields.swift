public import BrowserModel

// The stored fields of events about custom values. Numbers are never reused.

extension ValueSet: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "window", &window)
    visitor.reference(2, "tab", &tab)
    visitor.reference(3, "group", &group)
    visitor.offset(4, "key_upper", &keyUpper)
    visitor.offset(5, "key_lower", &keyLower)
    visitor.reference(6, "setter", &source)
    visitor.text(7, "name", &name)
    visitor.text(8, "value", &value)
    visitor.text(9, "base64", &base64)
  }
}

extension ValueRemoved: FieldVisitable {
  @inline(__always)
  public mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {
    visitor.reference(1, "window", &window)
    visitor.reference(2, "tab", &tab)
    visitor.reference(3, "group", &group)
    visitor.offset(4, "key_upper", &keyUpper)
    visitor.offset(5, "key_lower", &keyLower)
    visitor.reference(6, "setter", &source)
  }
}
