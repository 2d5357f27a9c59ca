/// One value, parsed according to its kind.
package enum ArgumentValue: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case reference(Reference)
  case point(Point)

  /// Parses text; `label` is the name used in messages.
  init(_ text: String, _ kind: ValueKind, label: String, range: Range<Int>?) throws {
    func bad(_ expected: String) -> UsageError {
      UsageError(.badValue, "\(label) needs \(expected), not “\(text)”", range: range)
    }
    switch kind {
    case .tab, .window, .group, .bookmark, .closedItem, .entry:
      guard let reference = Reference(naming: text), kind == .tab || !reference.isPlace else {
        throw bad(kind.nameForms)
      }
      self = .reference(reference)
    case .event:
      guard let reference = Reference(text), !reference.isPlace else {
        throw bad("the number of an event (42 or #42)")
      }
      self = .reference(reference)
    case .integer:
      guard let integer = Int(text) else { throw bad("a whole number") }
      self = .integer(integer)
    case .positive:
      // “+1” looks like a relative move, but would be parsed as a position.
      guard !text.hasPrefix("+"), let integer = Int(text), integer >= 1 else {
        throw bad("a whole number of 1 or more")
      }
      self = .integer(integer)
    case .percent:
      let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
      guard let integer = Int(digits), integer >= 0 else { throw bad("a percentage (125)") }
      self = .integer(integer)
    case .choice(let names):
      guard names.contains(text) else {
        let nearest = Nearest.name(to: text, among: names)
        let hint = nearest.map { "; did you mean “\($0)”?" } ?? ""
        let list = names.joined(separator: ", ")
        throw UsageError(
          .badValue, "\(label) needs one of \(list), not “\(text)”\(hint)", suggestion: nearest,
          range: range)
      }
      self = .text(text)
    case .point:
      guard let point = Point(text) else { throw bad(Self.pointForms(text)) }
      self = .point(point)
    case .file, .profile: self = .text(FileNames.expanded(text))
    case .address, .text, .words, .site, .expression, .thing, .word, .folder, .tags, .folderOrWords,
      .mark, .branch, .proposal, .run, .eventKind, .agent, .device, .otherDevice, .setting,
      .valueName, .command,
      .commandLine,
      .topic:
      self = .text(text)
    }
  }

  /// Returns the references that a text lists by number, such as `1,4` or `3-7`, or nil if the text
  /// is not a list.
  ///
  /// - Parameters:
  ///   - label: The noun that messages use for one of the listed things.
  ///   - place: The command or option that accepts the list.
  static func list(
    _ text: String, _ kind: ValueKind, label: String, in place: String, range: Range<Int>?
  ) throws -> [ArgumentValue]? {
    guard kind.isListed, Reference.looksLikeList(text) else { return nil }
    guard let listed = Reference.list(text), kind == .tab || !listed.contains(where: \.isPlace)
    else {
      throw UsageError(
        .badValue,
        "“\(text)” is not a \(label); a range is two positions, the smaller one first: "
          + "\(place) 1-3",
        range: range)
    }
    return listed.map { .reference($0) }
  }

  /// Returns the accepted forms of points, for the message about text that is not a point.
  private static func pointForms(_ text: String) -> String {
    text.hasPrefix("@")
      ? timeForms : "an event (42 or -5), a mark, “start”, “now” or \(timeForms)"
  }

  /// The accepted forms of times.
  static let timeForms =
    "a time such as 14:05, yesterday 8am, this morning, 20 Nov, 2026-11-20 14:05 or 90min ago"
}

extension ArgumentValue: CustomStringConvertible {
  /// Text that results in the same value when it is parsed.
  package var description: String {
    switch self {
    case .text(let text): text
    case .integer(let integer): "\(integer)"
    case .reference(let reference): reference.description
    case .point(let point): point.description
    }
  }
}
