internal import BrowserModel
internal import EventCoding

/// An event in words, for lists and for `show`.
enum EventLine {
  /// The fields of an event that are not as usual, in one line.
  static func details(of event: Event, words: (Text) -> String) -> VisibleText {
    fields(of: event, words: words).map { "\($0.name) \($0.value)" }.joined(separator: "  ")
  }

  /// What happened, and to what, in a few words: `navigation.committed https://example.com/`.
  static func short(_ event: Event, words: (Text) -> String) -> VisibleText {
    let kind = VisibleText(EventJSON.kind(of: event))
    let all = fields(of: event, words: words)
    guard let main = all.first(where: { $0.isText }) ?? all.first else { return kind }
    return "\(kind) \(main.value)"
  }

  /// Everything about an event, a line each.
  static func full(_ event: Event, style: Style, words: (Text) -> String) -> VisibleText {
    var table = Table([.left, .left])
    let time = Timestamp(milliseconds: event.milliseconds)
    table.add(["event", style.apply(.bold, to: "#\(event.sequence.rawValue)")])
    table.add(["kind", style.apply(.cyan, to: VisibleText(EventJSON.kind(of: event)))])
    table.add(["time", VisibleText(time.description)])
    table.add(["actor", VisibleText(naming: event.actor) + (event.via == .unknown ? "" : ", by " + VisibleText(naming: event.via))])
    if event.batch != event.sequence { table.add(["batch", "#\(event.batch.rawValue)"]) }
    for field in fields(of: event, words: words) {
      table.add([VisibleText(field.name), field.value])
    }
    return table.text(width: nil)
  }

  private struct Field {
    let name: String
    let value: VisibleText
    let isText: Bool
  }

  private static func fields(of event: Event, words: (Text) -> String) -> [Field] {
    withoutActuallyEscaping(words) { words in
      var visitor = FieldLister(words: words)
      event.body.visit(&visitor)
      return visitor.fields
    }
  }

  private struct FieldLister: PayloadVisitor, FieldVisitor {
    var fields: [Field] = []
    let words: (Text) -> String

    init(words: @escaping (Text) -> String) { self.words = words }

    mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
      payload.visit(&self)
    }

    mutating func reference(_ number: UInt32, _ name: StaticString, _ value: inout Sequence) {
      if value.exists { add(name, "#\(value.rawValue)") }
    }

    mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
      if value != 0 { add(name, "\(value)") }
    }

    mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
      if value != 0 { add(name, "\(value)") }
    }

    mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
      if value { add(name, "yes") }
    }

    mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
      if value.isPresent { add(name, VisibleText(words(value)), isText: true) }
    }

    mutating func choice<Choice: RawRepresentable>(
      _ number: UInt32, _ name: StaticString, _ value: inout Choice
    ) where Choice.RawValue == UInt8 {
      if value.rawValue != 0 { add(name, VisibleText(naming: value)) }
    }

    mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
      add(name, VisibleText(value.exists ? value.percentText : "default"))
    }

    private mutating func add(_ name: StaticString, _ value: VisibleText, isText: Bool = false) {
      let words = name.description.split(separator: "_").joined(separator: " ")
      fields.append(Field(name: words, value: value, isText: isText))
    }
  }
}

extension Event {
  /// Whether it names a tab, or made it.
  func concerns(_ tab: Sequence) -> Bool {
    if sequence == tab { return true }
    var visitor = TabFinder(tab: tab)
    body.visit(&visitor)
    return visitor.isFound
  }
}

private struct TabFinder: PayloadVisitor, FieldVisitor {
  let tab: Sequence
  var isFound = false

  init(tab: Sequence) { self.tab = tab }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    payload.visit(&self)
  }

  mutating func reference(_ number: UInt32, _ name: StaticString, _ value: inout Sequence) {
    let isTab = name.description == "tab" || name.description == "source"
    if isTab, value == tab { isFound = true }
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {}
  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {}
  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {}
  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {}
  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {}
  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {}
}
