public import BrowserModel

/// A visitor of the fields of a payload.
///
/// The fields of each payload are described once, by ``FieldVisitable/visit(_:)``
/// (`Fields/*+Fields.swift`). The encoder, the decoder and JSON are visitors of that
/// description and so cannot disagree. Each method gets the number and the name of a field
/// in `retrace.proto`, and its value, which a decoder changes.
public protocol FieldVisitor {
  /// Visits the id of another event; 0, for none, is not stored.
  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  )
  /// Visits a whole number that is not negative; 0 is not stored.
  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32)
  /// Visits a whole number that may be negative (zigzag); 0 is not stored.
  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32)
  /// Visits a truth value; false is not stored.
  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool)
  /// Visits a text; an absent one is not stored, an empty one is.
  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text)
  /// Visits a value of an enumeration; 0 is not stored. A decoder that does not know the
  /// stored value leaves the field as it is.
  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice) where Choice.RawValue == UInt8
  /// Visits a zoom level in hundredths of a percent; 0, for none, is not stored.
  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel)
}

/// A payload whose fields can be visited.
public protocol FieldVisitable {
  /// Creates a payload whose fields have the values that are not stored.
  init()
  /// Visits every field, in the order of the numbers.
  mutating func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor)
}

/// A visitor of the payload of an event (`Body.visit(_:)`).
public protocol PayloadVisitor {
  /// Visits a payload of a kind.
  mutating func visit<Payload: FieldVisitable>(
    _ kind: EventKind, _ payload: inout Payload)
}

/// A visitor that ignores the fields that it does not implement, for looking at fields of
/// one type:
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
