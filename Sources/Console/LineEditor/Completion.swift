extension LineEditor {
  /// What could stand in the place of the text just before the cursor.
  public struct Completion: Equatable, Sendable {
    /// One text to choose.
    public struct Candidate: Equatable, Sendable {
      /// What goes into the line.
      public var text: String
      /// What it means, shown beside it when there are several.
      public var detail: String?

      /// Makes a candidate; without `detail` its text stands alone.
      public init(_ text: String, detail: String? = nil) {
        self.text = text
        self.detail = detail
      }
    }

    /// The end of the text before the cursor that a candidate replaces.
    public var word: String
    /// The texts to choose from, in the order to show them.
    public var candidates: [Candidate]
    /// Whether a space follows the only candidate.
    public var addsSpace: Bool

    /// Makes a completion of `word`, with which the text before the cursor ends.
    public init(word: String, candidates: [Candidate], addsSpace: Bool = true) {
      self.word = word
      self.candidates = candidates
      self.addsSpace = addsSpace
    }

    /// No candidates.
    public static let none = Completion(word: "", candidates: [])
  }
}

extension LineEditor.Completion {
  /// What pressing the completion key does.
  enum Step: Equatable {
    case refuse
    case replaceWord(String)
    case list
  }

  /// The only candidate goes into the line, or what all of them begin with, or they are listed.
  var step: Step {
    guard let first = candidates.first else { return .refuse }
    if candidates.allSatisfy({ $0.text == first.text }) {
      return .replaceWord(first.text + (addsSpace ? " " : ""))
    }
    let shared = CommonPrefix.of(candidates.map(\.text))
    // Candidates found by other means than their beginning may share less than was typed.
    let keepsWord = word.isEmpty || shared.lowercased().contains(word.lowercased())
    return shared.count > word.count && keepsWord ? .replaceWord(shared) : .list
  }
}

enum CommonPrefix {
  /// The longest text that every one of `texts` begins with, in whole characters. O(length).
  static func of(_ texts: [String]) -> String {
    guard var shared = texts.first.map({ $0[...] }) else { return "" }
    for text in texts.dropFirst() {
      var common = shared.startIndex
      for (mine, other) in zip(shared.indices, text) {
        guard shared[mine] == other else { break }
        common = shared.index(after: mine)
      }
      shared = shared[..<common]
    }
    return String(shared)
  }
}

extension LineEditor {
  /// Dim text after the cursor: what could follow what was typed.
  public struct Hint: Equatable, Sendable {
    /// What is shown, to be read on from the typed text; plain text without escape sequences.
    public var text: String
    /// Whether Right, End and Control-E take it into the line. Otherwise it is only shown.
    public var isAcceptable: Bool

    /// Makes a hint.
    public init(text: String, isAcceptable: Bool) {
      self.text = text
      self.isAcceptable = isAcceptable
    }
  }
}

/// Where there is room for a hint.
enum HintRoom {
  /// The columns free after the cursor, with one kept empty at the edge.
  ///
  /// A hint must not touch the right prompt, which libedit would not draw again.
  static func columns(
    cursor: ScreenPosition, rightPromptWidth: Int, screenColumns: Int
  ) -> Int {
    let taken = cursor.row == 0 && rightPromptWidth > 0 ? rightPromptWidth + 1 : 0
    return max(0, screenColumns - cursor.column - 1 - taken)
  }
}
