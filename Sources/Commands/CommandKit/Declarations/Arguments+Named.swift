package import Notation

/// Arguments that programs pass as JSON.
extension Arguments {
  /// Creates arguments from named JSON values.
  ///
  /// An integer is the id of a thing, or the number of an event. A string is parsed like one quoted
  /// name on a command line: it is a position (`"3"`, `"2:3"`), an id (`"#7"`), a list of both
  /// (`"1-3"`), or words. Flags are Booleans. A value that is null counts as absent.
  ///
  /// - Parameters:
  ///   - declaration: The command.
  ///   - values: The values by the names of parameters and options.
  ///   - reserved: The names of values that are not arguments of the command, and are skipped.
  /// - Throws: ``UsageError`` for a value that is unknown, missing, duplicated or of another type.
  package init(
    _ declaration: CommandDeclaration, named values: [(name: String, value: JSON)],
    except reserved: [String] = []
  ) throws {
    self.init(declaration)
    for (name, value) in values where value != .null && !reserved.contains(name) {
      guard !wasGiven(name) else {
        throw UsageError(.conflict, "“\(name)” was given twice")
      }
      if let parameter = declaration.parameters.first(where: { $0.name == name }) {
        let several = parameter.takesList || parameter.takesSeveralValues
        add(try NamedValue(name, parameter.kind, isList: several).read(value), to: name)
      } else if let option = declaration.option(named: name) {
        if let values = try Self.values(value, of: option) { add(values, to: name) }
      } else {
        throw Self.unknown(name, in: declaration, except: reserved)
      }
    }
    try checkRequired()
    if let (first, second) = conflict {
      throw UsageError(.conflict, "“\(first)” and “\(second)” cannot be combined")
    }
  }

  /// The first argument that refers to something by its position, or nil if there is none.
  package var firstPosition: (name: String, reference: Reference)? {
    for argument in values where kind(of: argument.name)?.isNamedByWords == true {
      for case .reference(let reference) in argument.values {
        switch reference {
        case .position, .place: return (argument.name, reference)
        case .id, .words: break
        }
      }
    }
    return nil
  }

  /// The first argument that is a path on this machine, or nil if there is none.
  package var firstPath: String? {
    values.first { [.file, .profile].contains(kind(of: $0.name)) }?.name
  }

  private func kind(of name: String) -> ValueKind? {
    declaration.parameters.first { $0.name == name }?.kind
      ?? declaration.option(named: name)?.values.first?.kind
  }

  /// Returns the values of an option, or nil for a flag that is false.
  private static func values(_ value: JSON, of option: CommandOption) throws -> [ArgumentValue]? {
    switch option.values.count {
    case 0:
      guard case .bool(let isGiven) = value else {
        throw UsageError(.badValue, "“\(option.name)” must be true or false")
      }
      return isGiven ? [] : nil
    case 1:
      let kind = option.values[0].kind
      return try NamedValue(option.name, kind, isList: option.isRepeatable).read(value)
    case let count:
      guard case .array(let elements) = value, elements.count == count else {
        throw UsageError(.badValue, "“\(option.name)” must be a list of \(count)")
      }
      return try zip(option.values, elements).flatMap { declared, element in
        try NamedValue(option.name, declared.kind, isList: false).read(element)
      }
    }
  }

  private func checkRequired() throws {
    var absent: Parameter?
    for parameter in declaration.parameters {
      if !wasGiven(parameter.name) {
        guard !parameter.isRequired else {
          throw UsageError(
            .missingArgument, "“\(declaration.name)” needs “\(parameter.name)”")
        }
        absent = absent ?? parameter
      } else if let absent {
        throw UsageError(.missingArgument, "“\(parameter.name)” needs “\(absent.name)” too")
      }
    }
  }

  private static func unknown(
    _ name: String, in declaration: CommandDeclaration, except reserved: [String]
  ) -> UsageError {
    let names = declaration.parameters.map(\.name) + declaration.options.map(\.name) + reserved
    let nearest = Nearest.name(to: name, among: names)
    return UsageError(
      .unknownOption,
      "“\(declaration.name)” has no parameter “\(name)”"
        + (nearest.map { "; did you mean “\($0)”?" } ?? ""),
      suggestion: nearest)
  }
}

/// Reads the JSON value of one argument.
private struct NamedValue {
  private let name: String
  private let kind: ValueKind
  /// Whether several values are accepted.
  private let isList: Bool

  init(_ name: String, _ kind: ValueKind, isList: Bool) {
    self.name = name
    self.kind = kind
    self.isList = isList
  }

  func read(_ value: JSON) throws -> [ArgumentValue] {
    guard case .array(let elements) = value else { return try readOne(value) }
    guard isList else { throw bad("one value, not a list") }
    // With an empty list, the command would apply to its default.
    guard !elements.isEmpty else { throw bad("a list with at least one element") }
    return try elements.flatMap(readOne)
  }

  private func readOne(_ value: JSON) throws -> [ArgumentValue] {
    switch value {
    case .integer(let number): [try ArgumentValue(number, kind, name: name)]
    case .string(let text): try read(text)
    default: throw bad(kind.acceptsNumber ? "a number or a string" : "a string")
    }
  }

  private func read(_ text: String) throws -> [ArgumentValue] {
    let label = "“\(name)”"
    if kind.isListed, Reference.looksLikeList(text) {
      guard isList else { throw bad("one value, not the list “\(text)”") }
      if let listed = try ArgumentValue.list(text, kind, label: label, in: name, range: nil) {
        return listed
      }
    }
    return [try ArgumentValue(text, kind, label: label, range: nil)]
  }

  private func bad(_ expected: String) -> UsageError {
    UsageError(.badValue, "“\(name)” must be \(expected)")
  }
}

extension ArgumentValue {
  /// Creates the value of a number that a program passes. The number is the id of a thing or an
  /// event, never a position.
  fileprivate init(_ number: Int64, _ kind: ValueKind, name: String) throws {
    func bad(_ expected: String) -> UsageError {
      UsageError(.badValue, "“\(name)” must be \(expected), not \(number)")
    }
    switch kind {
    case .integer, .positive, .percent, .device, .otherDevice:
      try self.init("\(number)", kind, label: "“\(name)”", range: nil)
    case .point:
      guard number >= 0 else {
        throw bad("the number of an event, or a string such as \"-5\"")
      }
      self = .point(number == 0 ? .start : .event(number))
    case .thing, .run:
      guard number != 0 else { throw bad("an id") }
      self = .text("#\(number)")
    case _ where kind.acceptsNumber:
      guard number != 0 else { throw bad("an id") }
      self = .reference(.id(number))
    default: throw bad("a string")
    }
  }
}

extension ValueKind {
  /// Whether a program can pass a number.
  package var acceptsNumber: Bool {
    switch self {
    case .event, .thing, .run, .point, .integer, .positive, .percent, .device, .otherDevice: true
    default: isNamedByWords
    }
  }
}
