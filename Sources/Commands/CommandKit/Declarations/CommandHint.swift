/// A command name used in other programs but not here, and what to type instead.
package struct CommandHint: Hashable, Sendable {
  /// The word, or a command's first word followed by the word: `ls`, `bookmark add`.
  package let name: String
  /// The text to type and its effect, without a capital and a full stop. Lines to type are in
  /// quotes: `“tabs” lists the tabs`.
  package let advice: String

  /// Creates a hint.
  package init(_ name: String, _ advice: String) {
    self.name = name
    self.advice = advice
  }
}
