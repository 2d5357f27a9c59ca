internal import CommandKit

extension AnsweringCommands {
  /// The commands that `whatif` can run in a hypothetical state.
  static let ofWhatIf = AnsweringCommands("the answer of the command") {
    shapes { declaration in
      declaration.name != "whatif" && declaration.name != "source"
        && [.reads, .mayWrite, .inspects].contains(declaration.effect)
        || declaration.name == "help"
    }
  }

  /// The commands that `source` can run: all except `source` itself.
  static let ofScripts = AnsweringCommands(
    "the answer of each command in the file, one after the other"
  ) {
    shapes { $0.name != "source" }
  }

  private static func shapes(of isIncluded: (CommandDeclaration) -> Bool) -> [JSONShape] {
    var seen: Set<JSONShape> = []
    let index = CommandCatalogue.table.index
    return index.declarations.compactMap { declaration in
      guard isIncluded(declaration), let shape = index.answer(of: declaration)?.asAnswer,
        seen.insert(shape).inserted
      else { return nil }
      return shape
    }
  }
}
