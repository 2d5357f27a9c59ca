/// The arguments of a command, according to its declaration.
///
/// Values are looked up by the name of their parameter or option. It is a programmer's error to use
/// a name that is not declared, or a type that the declared kind does not have.
package struct Arguments: Hashable, Sendable {
  /// The declaration that was used for parsing.
  package let declaration: CommandDeclaration
  var values: [Named] = []

  struct Named: Hashable, Sendable {
    let name: String
    var values: [ArgumentValue]
  }

  /// Creates the arguments of a command that was called without arguments.
  package init(_ declaration: CommandDeclaration) {
    self.declaration = declaration
  }

  /// Whether the argument or option was given.
  package func has(_ name: String) -> Bool { found(name) != nil }

  /// Returns the text of an argument, or nil if the argument was not given.
  package func text(_ name: String) -> String? { texts(name).first }

  /// Returns all texts of a repeated parameter, or of an option with several values.
  package func texts(_ name: String) -> [String] {
    (found(name) ?? []).map { value -> String in
      guard case .text(let text) = value else { mismatch(name, "text") }
      return text
    }
  }

  /// Returns the number of an argument, or nil if the argument was not given.
  package func integer(_ name: String) -> Int? { integers(name).first }

  /// Returns all numbers of an argument.
  package func integers(_ name: String) -> [Int] {
    (found(name) ?? []).map { value -> Int in
      guard case .integer(let integer) = value else { mismatch(name, "number") }
      return integer
    }
  }

  /// Returns the reference of an argument, or nil if the argument was not given.
  package func reference(_ name: String) -> Reference? { references(name).first }

  /// Returns all references of an argument.
  package func references(_ name: String) -> [Reference] {
    (found(name) ?? []).map { value -> Reference in
      guard case .reference(let reference) = value else { mismatch(name, "reference") }
      return reference
    }
  }

  /// Returns the position in the log that an argument specifies, or nil if the argument was not
  /// given.
  package func point(_ name: String) -> Point? { points(name).first }

  /// Returns all positions in the log that an argument specifies.
  package func points(_ name: String) -> [Point] {
    (found(name) ?? []).map { value -> Point in
      guard case .point(let point) = value else { mismatch(name, "point") }
      return point
    }
  }

  /// Returns words that another program parses to the same arguments: the options, `--`, and the
  /// remaining arguments.
  ///
  /// - Parameter values: The values that replace typed values, by name. An option is added if it
  ///   was not given.
  package func words(replacing values: [String: String] = [:]) -> [String] {
    func texts(_ name: String) -> [String] {
      values[name].map { [$0] } ?? (found(name) ?? []).map(\.description)
    }
    let options = declaration.options.flatMap { option in
      precondition(option.values.count < 2, "--\(option.name) has several values")
      // With “=”, the value can begin with a dash.
      return option.values.isEmpty
        ? (has(option.name) ? ["--\(option.name)"] : [])
        : texts(option.name).map { "--\(option.name)=\($0)" }
    }
    return options + ["--"] + declaration.parameters.flatMap { texts($0.name) }
  }

  mutating func add(_ value: [ArgumentValue], to name: String) {
    if let index = values.firstIndex(where: { $0.name == name }) {
      values[index].values += value
    } else {
      values.append(Named(name: name, values: value))
    }
  }

  func wasGiven(_ name: String) -> Bool { values.contains { $0.name == name } }

  /// The first two options that exclude each other, or nil if there are none.
  var conflict: (String, String)? {
    for set in declaration.exclusive {
      let given = set.filter(wasGiven)
      if given.count > 1 { return (given[0], given[1]) }
    }
    return nil
  }

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

extension ValueKind {
  /// The accepted forms of a name, for the message about text that matches nothing.
  var nameForms: String {
    switch self {
    case .tab: "a position (3, or 2:3 in the second window), an id (#4711) or words of a title"
    case .entry: "a number of pages (2), an id (#4711) or words of a title"
    default: "a position (3), an id (#4711) or words of a title"
    }
  }
}

extension Reference {
  /// Whether the reference specifies a tab by its window and position.
  var isPlace: Bool {
    if case .place = self { true } else { false }
  }
}
