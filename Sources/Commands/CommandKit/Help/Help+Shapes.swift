/// The text of `help json` for a command or a named shape.
extension Help {
  /// The command or shape whose name follows `help json`.
  package struct ShapeSubject {
    package let title: String
    /// The shape of the answer, or nil for a command that prints nothing of its own.
    let shape: JSONShape?
    /// The shape that the JSON Schema describes, which is a JSON document that programs read.
    package let schemaShape: JSONShape?
    /// The commands whose answers the command prints.
    let printed: AnsweringCommands?
  }

  /// The topic after which the user types the name of a command or shape.
  static let shapeTopic = "json"

  /// Returns the command or shape that a topic requests, or nil for other topics.
  package func shapeSubject(of topic: String) throws -> ShapeSubject? {
    let words = topic.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0] == Self.shapeTopic else { return nil }
    let name = String(words[1])
    if let place = index.place(of: name) {
      let declaration = index.declarations[place]
      let shape = index.answer(of: declaration)
      return ShapeSubject(
        title: declaration.name, shape: shape, schemaShape: shape?.asAnswer,
        printed: declaration.prints)
    }
    if let shape = index.program.shapes.first(where: { $0.name == name }) {
      return ShapeSubject(
        title: name, shape: shape.shape, schemaShape: .named(shape), printed: nil)
    }
    throw UsageError.unknown(
      .unknownTopic, "command", Word(name), among: Self.shapeNames(index),
      otherwise: "“help json” describes answers")
  }

  /// Returns the possible subjects of `help json`.
  package static func shapeNames(_ index: CommandIndex) -> [String] {
    index.declarations.filter { index.answer(of: $0) != nil }.map(\.name)
      + index.program.shapes.map(\.name)
  }

  /// Returns an outline of a shape, and of the shapes that it refers to.
  func text(of subject: ShapeSubject) -> SafeText {
    guard let shape = subject.shape else {
      let printed = subject.printed?.words ?? "nothing of its own"
      return wrapped("“\(subject.title)” prints \(printed).", indent: 0)
    }
    var text = heading(subject.title) + outline(shape, indent: 2)
    for name in shape.ownNames where !name.isOpen && name.name != subject.title {
      text += "\n" + heading(name.name) + outline(name.shape, indent: 2)
    }
    for name in shape.ownNames where name.isOpen {
      text +=
        "\n" + wrapped("“help json \(name.name)” lists the members of each kind.", indent: 0)
    }
    return text
  }

  /// Returns one line for each member, followed by lines for the members of its type.
  private func outline(_ shape: JSONShape, indent: Int) -> SafeText {
    switch shape {
    case .object(let members, let beside):
      var text: SafeText = ""
      for member in members {
        let mark = member.isOptional ? "?" : ""
        let summary = member.summary.isEmpty ? "" : "; \(member.summary)"
        text += wrapped(
          "\(member.name)\(mark): \(member.shape.typeWords)\(summary)", indent: indent + 2,
          firstIndent: indent)
        if let inner = member.shape.inner { text += outline(inner, indent: indent + 2) }
      }
      if beside != nil { text += wrapped("and the members of its kind", indent: indent) }
      return text
    case .anyOf(let shapes) where shapes.contains { $0.inner != nil }:
      let or = wrapped("or", indent: indent - 2)
      return shapes.map { outline($0, indent: indent) }.joined(separator: or)
    default: return wrapped(shape.typeWords, indent: indent)
    }
  }
}

extension JSONShape {
  /// The possible words of a choice; empty for other shapes.
  package var choices: [String] {
    guard case .choice(let names) = self else { return [] }
    return names
  }

  /// The description of the shape in an outline.
  package var typeWords: String {
    switch self {
    case .string: "string"
    case .choice(let names): names.joined(separator: " | ")
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .flag: "true"
    case .time: "time"
    case .array(let shape): "array of \(shape.typeWords)"
    case .map(let shape): "object of \(shape.typeWords)"
    case .nullable(let shape): "\(shape.typeWords) or null"
    case .object: "object"
    case .anyObject: "any object"
    case .answer(let commands): commands.words
    case .anyOf(let shapes): shapes.map(\.typeWords).joined(separator: " or ")
    case .named(let name): name.name
    }
  }

  /// The unnamed object in the shape, which the outline describes where it occurs.
  fileprivate var inner: JSONShape? {
    switch self {
    case .object: self
    case .array(let shape), .map(let shape), .nullable(let shape): shape.inner
    case .anyOf(let shapes): shapes.contains { $0.inner != nil } ? self : nil
    case .string, .choice, .integer, .number, .boolean, .flag, .time, .anyObject, .named, .answer:
      nil
    }
  }
}
