/// What `help json` says of one command or of one named shape.
extension Help {
  /// What a word behind `help json` names.
  enum ShapeSubject {
    case command(CommandDeclaration)
    case shape(NamedShape)

    var title: String {
      switch self {
      case .command(let declaration): declaration.name
      case .shape(let name): name.rawValue
      }
    }

    /// What it looks like, or nil for a command that prints nothing.
    var shape: JSONShape? {
      switch self {
      case .command(let declaration): declaration.answer
      case .shape(let name): name.shape
      }
    }

    /// What its schema is made of: a document of JSON that a program reads.
    var schemaShape: JSONShape? {
      switch self {
      case .command(let declaration): declaration.answer?.asAnswer
      case .shape(let name): .named(name)
      }
    }
  }

  /// What a topic asks for the shape of, or nil if it is about something else.
  func shapeSubject(of topic: String) throws(UsageError) -> ShapeSubject? {
    let words = topic.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0] == HelpTopic.json.rawValue else { return nil }
    let name = String(words[1])
    if let place = index.place(of: name) { return .command(index.declarations[place]) }
    if let shape = NamedShape(rawValue: name) { return .shape(shape) }
    throw .unknown(
      .unknownTopic, "command", Word(name), among: Self.shapeNames(index),
      otherwise: "“help json” tells of answers")
  }

  /// What can stand behind `help json`.
  static func shapeNames(_ index: CommandIndex) -> [String] {
    index.declarations.filter { $0.answer != nil }.map(\.name)
      + NamedShape.allCases.map(\.rawValue)
  }

  /// An outline of a shape, and of the shapes that it names.
  func text(of subject: ShapeSubject) -> SafeText {
    guard let shape = subject.shape else {
      return subject.title == "source"
        ? wrapped("“source” prints \(AnsweringCommands.ofScripts.words).", indent: 0)
        : wrapped("“\(subject.title)” prints nothing of its own.", indent: 0)
    }
    var text = heading(subject.title) + outline(shape, indent: 2)
    for name in shape.ownNames where !name.isOpen && name.rawValue != subject.title {
      text += "\n" + heading(name.rawValue) + outline(name.shape, indent: 2)
    }
    for name in shape.ownNames where name.isOpen {
      text +=
        "\n" + wrapped("“help json \(name.rawValue)” has the members of each kind.", indent: 0)
    }
    return text
  }

  /// A line a member, and below it the members of what it is made of.
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
  /// The words that it may be, where it is a choice.
  var choices: [String] {
    guard case .choice(let names) = self else { return [] }
    return names
  }

  /// What is said of its type in an outline.
  var typeWords: String {
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
    case .named(let name): name.rawValue
    }
  }

  /// The object without a name in it, which is told of where it stands.
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
