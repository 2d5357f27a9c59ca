internal import BrowserModel
internal import EventCoding

/// A visitor that replaces the present texts of an event, in the order of their fields.
struct TextReplacer: QuietFieldVisitor, PayloadVisitor, PayloadSource {
  private var texts: ArraySlice<Text>
  private var kind: EventKind?
  /// The payload with the new texts, as which the body is created.
  private var changed: Any?

  private init(_ texts: ArraySlice<Text>) { self.texts = texts }

  /// Returns a body with new texts.
  ///
  /// - Parameter texts: A text for each present text of the body.
  static func body(_ body: Body, with texts: [Text]) -> Body {
    var replacer = TextReplacer(texts[...])
    body.visit(&replacer)
    guard let kind = replacer.kind else { return body }
    return replacer.body(kind)
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    if value.isPresent, let text = texts.popFirst() { value = text }
  }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    var copy = payload
    copy.visit(&self)
    self.kind = kind
    changed = copy
  }

  mutating func payload<Payload: FieldVisitable>() -> Payload {
    guard let payload = changed as? Payload else {
      preconditionFailure("The body has the payload that was visited.")
    }
    return payload
  }
}
