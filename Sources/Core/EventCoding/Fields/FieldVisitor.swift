public import BrowserModel

/// A visitor of the fields of a payload.
///
/// The fields of each payload are described once, by ``FieldVisitable/visit(_:)``
/// (`Fields/*+Fields.swift`). The encoder, the decoder and the JSON conversion are visitors of this
/// description, so they cannot disagree about the fields. Each method receives the number and the
/// name of a field in `retrace.proto`, and its value, which a decoder sets.
public protocol FieldVisitor: ~Escapable {
  /// Visits the id of another event. 0, which means “none”, is not stored.
  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  )
  /// Visits a non-negative integer. 0 is not stored.
  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32)
  /// Visits an integer that may be negative (zigzag). 0 is not stored.
  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32)
  /// Visits a Boolean. False is not stored.
  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool)
  /// Visits a text. An absent text is not stored, but an empty text is stored.
  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text)
  /// Visits a value of an enumeration. 0 is not stored. A decoder that does not know the stored
  /// value leaves the field unchanged.
  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice) where Choice.RawValue == UInt8
  /// Visits a zoom level in hundredths of a percent. 0, which means “none”, is not stored.
  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel)
}
