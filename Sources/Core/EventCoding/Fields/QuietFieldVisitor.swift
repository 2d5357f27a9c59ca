public import BrowserModel

/// A visitor that looks for fields of one sort, and passes all others by.
public protocol QuietFieldVisitor: FieldVisitor {}

extension QuietFieldVisitor {
  public mutating func reference(
    _ number: UInt32, _ name: StaticString, _ value: inout EventID
  ) {}
  public mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {}
  public mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {}
  public mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {}
  public mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {}
  public mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {}
  public mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {}
}
