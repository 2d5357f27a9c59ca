extension LineEditor {
  /// What stands before the text that is typed, and at the right edge of the screen.
  ///
  /// Both may hold escape sequences for colours and styles (ECMA-48 SGR), which take up no
  /// columns. Other control characters are left out: a prompt is one line. A text that ends in a
  /// sequence right after a visible character gets a space at its end, which carries the sequence.
  public struct Prompt: Equatable, Sendable {
    /// Stands before the typed text.
    public var left: String
    /// Stands at the right edge, and vanishes while the typed text needs the room.
    public var right: String

    /// Makes a prompt; without `right` the right edge stays empty.
    public init(left: String, right: String = "") {
      self.left = left
      self.right = right
    }
  }
}

/// Turns a prompt into the form that libedit prints.
enum PromptEncoding {
  /// Stands before and after what takes up no columns.
  static let delimiter: Unicode.Scalar = "\u{1}"

  /// `text` with each run of escape sequences between delimiters.
  ///
  /// libedit prints a run together with the visible character after it. It loses a run without
  /// one and a run that follows another, so runs are joined and the last one goes before the last
  /// space.
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

  /// The columns that an encoded prompt takes up. O(length).
  static func width(ofEncoded text: String) -> Int {
    DisplayWidth.of(text)
  }
}
