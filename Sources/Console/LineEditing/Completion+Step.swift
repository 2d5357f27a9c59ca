internal import CommandKit

extension Completion {
  /// The result of pressing the completion key.
  ///
  /// A single candidate is inserted, followed by a space. If there are several, their common prefix
  /// is inserted. If that is no longer than the typed text, or nothing was typed, they are listed.
  enum Step: Equatable {
    /// It beeps: there are no candidates.
    case refuse
    /// Replaces the word with a text.
    case replaceWord(String)
    /// It lists the candidates.
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
