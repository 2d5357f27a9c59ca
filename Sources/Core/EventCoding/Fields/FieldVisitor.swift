public import BrowserModel

/// Goes through the fields of an event.
///
/// Each kind of event is described once, as a walk over its fields (`Fields/Event+Fields…`). The
/// encoder, the decoder and whoever prints an event are visitors of that one description, so they
/// cannot disagree. Numbers and names are those of `retrace.proto`.
public protocol FieldVisitor {
  /// The sequence of another event; 0 is left out.
  mutating func reference(_ number: UInt32, _ name: StaticString, _ value: inout EventID)
  /// A whole number of 0 or more; 0 is left out.
  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32)
  /// A whole number that may be negative; 0 is left out.
  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32)
  /// A truth; false is left out.
  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool)
  /// Words; absent ones are left out, empty ones are not.
  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text)
  /// One of a closed list; the first is left out. A choice that is not known stays as it was.
  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice) where Choice.RawValue == UInt8
  /// A zoom in hundredths of a percent; none is left out.
  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel)
}

/// An event's payload whose fields can be visited.
public protocol FieldVisitable {
  init()
  /// Visits every field, in the order of their numbers.
  mutating func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor)
}

/// Goes to the payload of an event, with its number in the stored record and its name.
public protocol PayloadVisitor {
  mutating func visit<Payload: FieldVisitable>(
    _ kind: EventKind, _ payload: inout Payload)
}

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
