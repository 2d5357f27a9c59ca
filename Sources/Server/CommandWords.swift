internal import Catalogue
internal import CommandKit
internal import Notation

/// Converts the named arguments of a request to the words of a command.
struct CommandWords {
  private let declaration: CommandDeclaration
  /// The names of the members that a request may have in addition to the arguments of the command.
  private static let beside = ServedMethod.ofCommands.map(\.name)

  /// Finds the command that has the name of the request's method.
  init(_ request: Request) throws {
    let index = CommandCatalogue.table.index
    guard let place = index.place(of: request.method) else {
      let nearest = Nearest.name(to: request.method, among: index.declarations.map(\.name))
      throw CommandError(
        .noSuchMethod,
        "There is no method “\(request.method)”"
          + (nearest.map { "; did you mean “\($0)”?" } ?? "; “help” lists the commands."))
    }
    declaration = index.declarations[place]
    if let reason = ServedMethod.refusal(of: declaration.name) {
      throw CommandError(.noSuchMethod, reason)
    }
  }

  /// Returns the words of the command in the form in which a user types them.
  func words(_ request: Request) throws -> [Word] {
    var options: [String] = []
    var positional: [String] = []
    for (name, value) in request.parameters
    where value != .null && !Self.beside.contains(name) && !isParameter(name) {
      try add(value, toOption: name, &options)
    }
    for parameter in declaration.parameters {
      let texts = try request[parameter.name].map { value in
        try Self.texts(value, parameter.name)
      }
      guard let texts else {
        // If an argument is missing, the next argument would be assigned to its parameter.
        guard declaration.parameters.last?.name != parameter.name else { break }
        let later = declaration.parameters.drop { $0.name != parameter.name }.dropFirst()
        guard let next = later.first(where: { request[$0.name] != nil }) else { break }
        throw CommandError(
          .badArguments, "“\(next.name)” needs “\(parameter.name)” before it.")
      }
      if parameter.takesList, texts.count > 1 {
        positional.append(try Self.list(texts, parameter.name))
        continue
      }
      if request["ifAt"] != nil { try refusePositions(texts, parameter.kind, parameter.name) }
      positional += texts
    }
    let all =
      declaration.name.split(separator: " ").map(String.init) + options
      + (positional.isEmpty ? [] : ["--"] + positional)
    return Words.verbatim(all)
  }

  /// Rejects references by position if a request depends on the state at an event, because the
  /// position may now refer to something else.
  private func refusePositions(
    _ texts: [String], _ kind: ValueKind, _ name: String
  ) throws {
    guard kind.isNamedByWords else { return }
    for text in texts {
      switch Reference(text) {
      case .position, .place:
        throw CommandError(
          .badArguments,
          "With “ifAt”, “\(name)” needs an id such as \"#7\". By now, something else may be at "
            + "\(text)."
        )
      case .id, .words, nil: break
      }
    }
  }

  private func isParameter(_ name: String) -> Bool {
    declaration.parameters.contains { $0.name == name }
  }

  private func add(
    _ value: JSON, toOption name: String, _ words: inout [String]
  ) throws {
    guard let option = declaration.option(named: name) else {
      let names =
        declaration.parameters.map(\.name) + declaration.options.map(\.name) + Self.beside
      let nearest = Nearest.name(to: name, among: names)
      throw CommandError(
        .badArguments,
        "“\(declaration.name)” has no parameter “\(name)”"
          + (nearest.map { "; did you mean “\($0)”?" } ?? "."))
    }
    switch (option.values.count, value) {
    case (0, .bool(let isGiven)):
      if isGiven { words.append("--\(name)") }
    case (0, _):
      throw CommandError(.badArguments, "“\(name)” must be true or false.")
    case (1, .array(let values)) where option.isRepeatable:
      guard !values.isEmpty else { throw Self.emptyList(name) }
      for value in values { words.append("--\(name)=\(try Self.text(value, name))") }
    case (1, _):
      words.append("--\(name)=\(try Self.text(value, name))")
    case (let count, .array(let values)) where values.count == count:
      words.append("--\(name)")
      for value in values { words.append(try Self.text(value, name)) }
    case (let count, _):
      throw CommandError(.badArguments, "“\(name)” must be a list of \(count).")
    }
  }

  /// Returns several references as one word that lists them.
  private static func list(
    _ texts: [String], _ name: String
  ) throws -> String {
    guard texts.allSatisfy({ Reference($0) != nil }) else {
      throw CommandError(
        .badArguments, "A list for “\(name)” must contain numbers, or ids such as \"#7\".")
    }
    return texts.joined(separator: ",")
  }

  /// Returns the words of an argument.
  private static func texts(_ value: JSON, _ name: String) throws -> [String] {
    guard case .array(let values) = value else { return [try text(value, name)] }
    // With an empty list, the command would apply to its default.
    guard !values.isEmpty else { throw emptyList(name) }
    var texts: [String] = []
    for value in values { texts.append(try text(value, name)) }
    return texts
  }

  private static func emptyList(_ name: String) -> CommandError {
    CommandError(
      .badArguments, "“\(name)” is an empty list. It must have at least one element.")
  }

  private static func text(_ value: JSON, _ name: String) throws -> String {
    switch value {
    case .string(let text): return text
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    default:
      throw CommandError(
        .badArguments,
        "“\(name)” must be a string or a number, or a list of "
          + "them.")
    }
  }
}
