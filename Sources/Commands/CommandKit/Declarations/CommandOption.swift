/// A word that begins with `--` and modifies a command.
package struct CommandOption: Hashable, Sendable {
  /// A value that follows an option.
  package struct Value: Hashable, Sendable {
    /// The label shown in the usage line: `N`.
    package let label: String
    /// The kind of the value.
    package let kind: ValueKind

    /// Creates a value.
    package init(_ label: String, _ kind: ValueKind) {
      self.label = label
      self.kind = kind
    }
  }

  /// The name without its dashes, used to look up the value in ``Arguments``.
  package let name: String
  /// The letter of the short form, such as `-p`, or nil.
  package let letter: Character?
  /// A description of the option's effect, without a capital and a full stop.
  package let summary: String
  /// The values that follow the option. A flag has none.
  package let values: [Value]
  /// Whether the option can be given more than once.
  package let isRepeatable: Bool

  /// Returns an option without a value: `--name`.
  package static func flag(
    _ name: String, letter: Character? = nil, _ summary: String
  ) -> CommandOption {
    CommandOption(name, letter, summary, [], isRepeatable: true)
  }

  /// Returns an option with one value, given as `--name=VALUE` or `--name VALUE`.
  package static func value(
    _ name: String, letter: Character? = nil, _ label: String, _ kind: ValueKind,
    isRepeatable: Bool = false, _ summary: String
  ) -> CommandOption {
    CommandOption(name, letter, summary, [Value(label, kind)], isRepeatable: isRepeatable)
  }

  /// Returns an option with several values: `--name A B`.
  package static func values(
    _ name: String, _ values: [Value], _ summary: String
  ) -> CommandOption {
    CommandOption(name, nil, summary, values, isRepeatable: false)
  }

  private init(
    _ name: String, _ letter: Character?, _ summary: String, _ values: [Value], isRepeatable: Bool
  ) {
    self.name = name
    self.letter = letter
    self.summary = summary
    self.values = values
    self.isRepeatable = isRepeatable
  }

  /// The option as shown in the usage line: `--position N`.
  package var usage: String {
    (["--\(name)"] + values.map(\.label)).joined(separator: " ")
  }

  /// The option with its short form: `-p, --profile DIR`.
  package var usageWithLetter: String { (letter.map { "-\($0), " } ?? "") + usage }
}
