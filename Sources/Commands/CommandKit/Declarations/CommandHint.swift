/// A word that names no command here though it does in other programs, and what to type instead.
package struct CommandHint: Hashable, Sendable {
  /// The word, or a command's first word and it: `ls`, `bookmark add`.
  package let name: String
  /// What to type and what that does, without a capital and a full stop; lines to type are in quotes:
  /// `“tabs” lists the tabs`.
  package let advice: String

  /// Makes a word.
  package init(_ name: String, _ advice: String) {
    self.name = name
    self.advice = advice
  }
}
