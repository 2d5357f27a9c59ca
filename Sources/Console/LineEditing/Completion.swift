extension LineEditor {
  /// The possible replacements for the end of the text before the cursor.
  ///
  /// A single candidate is inserted, followed by a space. If there are several, their common prefix
  /// is inserted. If that is no longer than the typed text, or nothing was typed, they are listed.
  package struct Completion: Equatable, Sendable {
    /// A text to choose.
    package struct Candidate: Equatable, Sendable {
      /// The text to insert, quoted as the line needs it.
      package var text: String
      /// The meaning, shown next to the text in a list, or nil for none.
      package var detail: String?

      /// Creates a candidate.
      package init(_ text: String, detail: String? = nil) {
        self.text = text
        self.detail = detail
      }
    }

    /// The end of the text before the cursor that a candidate replaces.
    package var word: String
    /// The texts to choose from, in the order in which they are listed.
    package var candidates: [Candidate]
    /// Whether a space follows a single candidate. False for a folder, for example, after which
    /// more is typed.
    package var addsSpace: Bool

    /// Creates a completion.
    ///
    /// - Parameters:
    ///   - word: The text to replace. The text before the cursor must end with it.
    ///   - candidates: The texts to choose from.
    ///   - addsSpace: Whether a space follows a single candidate.
    package init(word: String, candidates: [Candidate], addsSpace: Bool = true) {
      self.word = word
      self.candidates = candidates
      self.addsSpace = addsSpace
    }

    /// No candidates: the key beeps.
    package static let none = Completion(word: "", candidates: [])
  }
}

extension LineEditor.Completion {
  /// The result of pressing the completion key.
  enum Step: Equatable {
    /// Beeps, because there are no candidates.
    case refuse
    /// Replaces the word with a text.
    case replaceWord(String)
    /// Lists the candidates.
    case list
  }

  /// Decides what the key does.
  var step: Step {
    guard let first = candidates.first else { return .refuse }
    if candidates.allSatisfy({ $0.text == first.text }) {
      return .replaceWord(first.text + (addsSpace ? " " : ""))
    }
    // Numbers can share their first digits by chance, so these are not inserted.
    if word.isEmpty { return .list }
    let shared = CommonPrefix.of(candidates.map(\.text))
    // Candidates that were not found by their beginning may share less than was typed.
    // `contains` of strings would link the library of regular expressions, which has 1.5 MB.
    let (bytes, typed) = (Array(shared.lowercased().utf8), Array(word.lowercased().utf8))
    let keepsWord = bytes.indices.contains { bytes[$0...].starts(with: typed) }
    return shared.count > word.count && keepsWord ? .replaceWord(shared) : .list
  }
}

extension LineEditor {
  /// A possible continuation of the line, shown after the cursor.
  package struct Hint: Equatable, Sendable {
    /// The text, which continues from what was typed; without escape sequences.
    package var text: String
    /// Whether Right, End and Control-E insert it into the line. Otherwise, it is only shown.
    package var isAcceptable: Bool

    /// The escape sequence that begins its style (ECMA-48 SGR).
    package var style: String

    /// Creates a hint, dim by default.
    package init(text: String, isAcceptable: Bool, style: String = "\u{1B}[2m") {
      self.text = text
      self.isAcceptable = isAcceptable
      self.style = style
    }
  }
}
