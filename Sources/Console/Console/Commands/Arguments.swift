/// What was typed after a command, sorted by the declaration.
///
/// Values are asked for by the name of their parameter or option. Asking for a name that the
/// declaration does not have is a programmer's error, and so is asking for another type than its
/// kind gives.
public struct Arguments: Hashable, Sendable {
  /// The declaration by which the words were read.
  public let declaration: CommandDeclaration
  var values: [Named] = []

  struct Named: Hashable, Sendable {
    let name: String
    var values: [ArgumentValue]
  }

  init(_ declaration: CommandDeclaration) {
    self.declaration = declaration
  }

  /// Whether the argument or option was given.
  public func has(_ name: String) -> Bool { found(name) != nil }

  /// The text, or nil when it was not given.
  public func text(_ name: String) -> String? { texts(name).first }

  /// All the texts of a parameter that is repeated or an option that has several values.
  public func texts(_ name: String) -> [String] {
    (found(name) ?? []).map { value -> String in
      guard case .text(let text) = value else { mismatch(name, "text") }
      return text
    }
  }

  /// The number, or nil when it was not given.
  public func integer(_ name: String) -> Int? { integers(name).first }

  /// All the numbers.
  public func integers(_ name: String) -> [Int] {
    (found(name) ?? []).map { value -> Int in
      guard case .integer(let integer) = value else { mismatch(name, "number") }
      return integer
    }
  }

  /// The reference, or nil when it was not given.
  public func reference(_ name: String) -> Reference? { references(name).first }

  /// All the references.
  public func references(_ name: String) -> [Reference] {
    (found(name) ?? []).map { value -> Reference in
      guard case .reference(let reference) = value else { mismatch(name, "reference") }
      return reference
    }
  }

  /// The position in the log, or nil when it was not given.
  public func point(_ name: String) -> Point? { points(name).first }

  /// All the positions in the log.
  public func points(_ name: String) -> [Point] {
    (found(name) ?? []).map { value -> Point in
      guard case .point(let point) = value else { mismatch(name, "point") }
      return point
    }
  }

  mutating func add(_ value: [ArgumentValue], to name: String) {
    if let index = values.firstIndex(where: { $0.name == name }) {
      values[index].values += value
    } else {
      values.append(Named(name: name, values: value))
    }
  }

  func wasGiven(_ name: String) -> Bool { values.contains { $0.name == name } }

  private func found(_ name: String) -> [ArgumentValue]? {
    if let found = values.first(where: { $0.name == name }) { return found.values }
    let isDeclared =
      declaration.parameters.contains { $0.name == name }
      || declaration.options.contains { $0.name == name }
    precondition(isDeclared, "“\(declaration.name)” declares no “\(name)”")
    return nil
  }

  private func mismatch(_ name: String, _ type: String) -> Never {
    preconditionFailure("“\(name)” of “\(declaration.name)” is not a \(type)")
  }
}

/// One value as its kind reads it.
enum ArgumentValue: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case reference(Reference)
  case point(Point)

  /// Reads text; `label` is what messages call the place.
  init(_ text: String, _ kind: ValueKind, label: String, range: Range<Int>?) throws(UsageError) {
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
      // “+1” looks like a step, and would be a place.
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
    case .file: self = .text(FileNames.expanded(text))
    case .address, .text, .words, .site, .expression, .thing, .word, .folder, .tags, .folderOrWords,
      .mark, .branch, .eventKind, .agent, .device, .otherDevice, .setting, .command, .commandLine,
      .topic:
      self = .text(text)
    }
  }

  /// What would do in the place of a text that is no point.
  private static func pointForms(_ text: String) -> String {
    text.hasPrefix("@")
      ? timeForms : "an event (42 or -5), a mark, “start”, “now” or \(timeForms)"
  }

  /// How times can be typed.
  static let timeForms =
    "a time such as 14:05, yesterday 8am, this morning, 20 Nov, 2026-11-20 14:05 or 90min ago"
}

extension ValueKind {
  /// What would do in the place of a text that names nothing.
  fileprivate var nameForms: String {
    switch self {
    case .tab: "a position (3, or 2:3 in the second window), an id (#4711) or words of a title"
    case .entry: "how many pages (2), an id (#4711) or words of a title"
    default: "a position (3), an id (#4711) or words of a title"
    }
  }
}

extension Reference {
  /// Whether it names a tab by its window and its position.
  var isPlace: Bool {
    if case .place = self { true } else { false }
  }
}
