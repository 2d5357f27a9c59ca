/// The texts that can replace the end of the typed text.
package struct Completion: Equatable, Sendable {
  /// A text to choose.
  package struct Candidate: Equatable, Sendable {
    /// The text to insert, with the quotes that the line requires.
    package var text: String
    /// The meaning, shown next to the text in a list, or nil for none.
    package var detail: String?

    package init(_ text: String, detail: String? = nil) {
      self.text = text
      self.detail = detail
    }
  }

  /// The end of the text before the cursor that a candidate replaces.
  package var word: String
  /// The texts to choose from, in the order in which they are listed.
  package var candidates: [Candidate]
  /// Whether a space is inserted after a single candidate. False for a folder, for example, because
  /// the user will continue the path.
  package var addsSpace: Bool

  package init(word: String, candidates: [Candidate], addsSpace: Bool = true) {
    self.word = word
    self.candidates = candidates
    self.addsSpace = addsSpace
  }

  /// No candidates.
  package static let none = Completion(word: "", candidates: [])
}
