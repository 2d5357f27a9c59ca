public import BrowserModel

/// A visitor that ignores all fields that it does not implement, for visiting fields of one type:
///
/// ```swift
/// struct PresentTexts: QuietFieldVisitor, PayloadVisitor {
///   var names: [String] = []
///   mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
///     if value.isPresent { names.append("\(name)") }
///   }
///   mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
///     payload.visit(&self)
///   }
/// }
/// var texts = PresentTexts()
/// event.body.visit(&texts)
/// ```
public protocol QuietFieldVisitor: FieldVisitor {}

extension QuietFieldVisitor {
  public mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
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
