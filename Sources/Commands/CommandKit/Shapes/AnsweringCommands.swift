/// The commands whose answers are printed by another command.
package struct AnsweringCommands: Hashable, Sendable {
  /// The phrase that describes the commands in an outline.
  package let words: String
  private let make: @Sendable () -> [JSONShape]

  /// Creates a set of commands from the shapes of their answers.
  package init(_ words: String, _ make: @escaping @Sendable () -> [JSONShape]) {
    self.words = words
    self.make = make
  }

  /// The shapes of the commands' answers, without duplicates.
  package var shapes: [JSONShape] { make() }

  package static func == (left: AnsweringCommands, right: AnsweringCommands) -> Bool {
    left.words == right.words
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(words) }
}
