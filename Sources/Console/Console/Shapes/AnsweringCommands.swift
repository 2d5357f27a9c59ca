/// The commands whose answers another command prints.
package enum AnsweringCommands: Hashable, Sendable {
  /// Those that run in a state that never was: `whatif`.
  case ofWhatIf
  /// All, as in a script: `source`.
  case ofScripts

  /// The shapes of their answers, each once.
  var shapes: [JSONShape] {
    var seen: Set<JSONShape> = []
    return Catalogue.table.index.declarations.compactMap { declaration in
      guard includes(declaration), let shape = declaration.answer?.asAnswer,
        seen.insert(shape).inserted
      else { return nil }
      return shape
    }
  }

  private func includes(_ declaration: CommandDeclaration) -> Bool {
    switch self {
    case .ofWhatIf:
      declaration.name != "whatif" && declaration.name != "source"
        && [.reads, .mayWrite, .inspects].contains(declaration.effect)
        || declaration.name == "help"
    case .ofScripts: declaration.name != "source"
    }
  }

  /// The words for them in an outline.
  var words: String {
    switch self {
    case .ofWhatIf: "the answer of the command"
    case .ofScripts: "the answer of each command in the file, one after the other"
    }
  }
}
