extension CommandIndex {
  /// The errors in the declarations, as sentences. A test checks that there are none.
  ///
  /// The errors are names used twice within a command, parameters that no word can reach, exclusive
  /// options that do not exist, texts that are missing or end in a full stop, and examples that
  /// cannot be parsed or show another command.
  package var faults: [String] {
    declarations.flatMap { declaration in
      faults(of: declaration).map { "“\(declaration.name)”: \($0)" }
    }
  }

  private func faults(of declaration: CommandDeclaration) -> [String] {
    faultsOfNames(declaration) + faultsOfParameters(declaration) + faultsOfTexts(declaration)
      + declaration.examples.compactMap { fault(of: $0, declaration) }
  }

  private func faultsOfNames(_ declaration: CommandDeclaration) -> [String] {
    var faults: [String] = []
    var names = Set<String>()
    for name in declaration.parameters.map(\.name) + declaration.options.map(\.name)
    where !names.insert(name).inserted {
      faults.append("two things are named “\(name)”")
    }
    for name in declaration.exclusive.joined() where declaration.option(named: name) == nil {
      faults.append("there is no option --\(name) to exclude others")
    }
    return faults
  }

  private func faultsOfParameters(_ declaration: CommandDeclaration) -> [String] {
    let greedy = declaration.parameters.count(where: \.acceptsRest)
    guard greedy > 1 else { return [] }
    return ["more than one parameter takes all words"]
  }

  private func faultsOfTexts(_ declaration: CommandDeclaration) -> [String] {
    let texts =
      [declaration.summary] + declaration.options.map(\.summary)
      + declaration.examples.map(\.summary)
    var faults: [String] = []
    if texts.contains("") { faults.append("a summary is missing") }
    if texts.contains(where: { $0.hasSuffix(".") }) {
      faults.append("a summary ends in a full stop")
    }
    if declaration.examples.isEmpty { faults.append("there is no example") }
    return faults
  }

  private func fault(
    of example: CommandDeclaration.Example, _ declaration: CommandDeclaration
  ) -> String? {
    do {
      let meanings = try Words.split(example.line).map { words in try read(words) }
      let isShown = meanings.contains { meaning in
        guard case .run(let place, _) = meaning else { return false }
        return declarations[place] == declaration
      }
      return isShown ? nil : "the example “\(example.line)” does not show it"
    } catch {
      return "the example “\(example.line)” fails: \(error)"
    }
  }
}
