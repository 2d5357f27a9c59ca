/// Converts a prompt to the form that libedit prints.
enum PromptEncoding {
  /// The delimiter around text that occupies no columns.
  static let delimiter: Unicode.Scalar = "\u{1}"

  /// Returns a text with delimiters around each run of escape sequences.
  ///
  /// libedit prints a run together with the visible character after the run. It loses a run that is
  /// not followed by a visible character, and a run directly after another run. Therefore adjacent
  /// runs are joined, and a run at the end is moved before the last space, or a space is added.
  static func encode(_ text: String) -> String {
    var runs: [(escapes: String, visible: Unicode.Scalar)] = []
    var escapes = ""
    for piece in StyledText.pieces(of: text) {
      switch piece {
      case .escape(let sequence): escapes += sequence
      case .visible(let scalar) where DisplayWidth.of(scalar) > 0:
        runs.append((escapes, scalar))
        escapes = ""
      case .visible: break
      }
    }
    if !escapes.isEmpty {
      if let last = runs.last, last.visible == " " {
        runs[runs.count - 1].escapes += escapes
      } else {
        runs.append((escapes, " "))
      }
    }
    return runs.reduce(into: "") { encoded, run in
      if !run.escapes.isEmpty {
        encoded.unicodeScalars.append(delimiter)
        encoded += run.escapes
        encoded.unicodeScalars.append(delimiter)
      }
      encoded.unicodeScalars.append(run.visible)
    }
  }

  /// Returns the columns of an encoded prompt.
  ///
  /// - Complexity: O(length).
  static func width(ofEncoded text: String) -> Int {
    DisplayWidth.of(text)
  }
}
