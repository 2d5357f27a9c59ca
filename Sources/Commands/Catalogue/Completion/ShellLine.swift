package import CommandKit

/// The command line of a shell, up to the word at the cursor.
package struct ShellLine {
  /// The words after the name of the program, without the quotes of the shell. The last word is the
  /// word to complete.
  package let words: [Word]

  /// Finds the line in the words of the command `complete --index N`, or returns nil for any other
  /// command.
  package init?(command words: [Word]) {
    guard words.first?.text == "complete",
      case .run(_, let arguments) = try? CommandCatalogue.table.read(words)
    else { return nil }
    self.init(arguments)
  }

  /// Finds the line in the arguments of `complete`, or returns nil without `--index`.
  init?(_ arguments: Arguments) {
    guard let index = arguments.integer("index") else { return nil }
    var texts = arguments.texts("line").dropFirst().prefix(index).map(Self.unquoted)
    // Some shells leave out an empty word at the end.
    if texts.count < index { texts.append("") }
    words = Words.verbatim(texts)
  }

  /// Returns the text of a word without the quotes and backslashes of a shell. The last quote may
  /// be open.
  private static func unquoted(_ word: String) -> String {
    var text = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      switch character {
      case _ where isEscaped:
        text.append(character)
        isEscaped = false
      case "\\" where quote != "'": isEscaped = true
      case _ where character == quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil: quote = character
      default: text.append(character)
      }
    }
    return text
  }
}
