internal import CommandKit

extension Completion {
  /// The result of pressing the completion key.
  ///
  /// A single candidate is inserted, followed by a space. If there are several candidates, their
  /// common prefix is inserted. If that prefix is no longer than the typed text, or nothing was
  /// typed, the candidates are listed.
  enum Step: Equatable {
    /// Beeps, because there are no candidates.
    case refuse
    /// Replaces the word with text.
    case replaceWord(String)
    /// Lists the candidates.
    case list
  }

  /// The step to take when the key is pressed.
  var step: Step {
    guard let first = candidates.first else { return .refuse }
    if candidates.allSatisfy({ $0.text == first.text }) {
      return .replaceWord(first.text + (addsSpace ? " " : ""))
    }
    // Numbers can share their first digits by chance, so their common prefix is not inserted.
    if word.isEmpty { return .list }
    let shared = CommonPrefix.of(candidates.map(\.text))
    // Candidates that match in the middle may share less than was typed. `String.contains` would
    // link the library of regular expressions, which adds 1.5 MB.
    let (bytes, typed) = (Array(shared.lowercased().utf8), Array(word.lowercased().utf8))
    let keepsWord = bytes.indices.contains { bytes[$0...].starts(with: typed) }
    return shared.count > word.count && keepsWord ? .replaceWord(shared) : .list
  }
}
