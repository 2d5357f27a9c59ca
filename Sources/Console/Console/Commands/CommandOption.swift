/// A word that begins with `--` and changes what a command does.
public struct CommandOption: Hashable, Sendable {
  /// A value that follows an option.
  public struct Value: Hashable, Sendable {
    /// What the usage line shows: `N`.
    public let label: String
    /// What the word means.
    public let kind: ValueKind

    /// Makes a value.
    public init(_ label: String, _ kind: ValueKind) {
      self.label = label
      self.kind = kind
    }
  }

  /// The name without its dashes, under which ``Arguments`` has the value.
  public let name: String
  /// The letter of the short form, `-p`.
  public let letter: Character?
  /// What it does, without a capital and a full stop.
  public let summary: String
  /// The values that follow; a flag has none.
  public let values: [Value]
  /// Whether it may be given more than once.
  public let isRepeatable: Bool

  /// `--name`: an option without a value.
  public static func flag(
    _ name: String, letter: Character? = nil, _ summary: String
  ) -> CommandOption {
    CommandOption(name, letter, summary, [], isRepeatable: true)
  }

  /// `--name LABEL`: an option with one value, `--name=VALUE` or `--name VALUE`.
  public static func value(
    _ name: String, letter: Character? = nil, _ label: String, _ kind: ValueKind,
    isRepeatable: Bool = false, _ summary: String
  ) -> CommandOption {
    CommandOption(name, letter, summary, [Value(label, kind)], isRepeatable: isRepeatable)
  }

  /// `--name A B`: an option with several values.
  public static func values(
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

  /// `--position N`.
  public var usage: String {
    (["--\(name)"] + values.map(\.label)).joined(separator: " ")
  }

  /// `-p, --profile DIR`.
  public var usageWithLetter: String { (letter.map { "-\($0), " } ?? "") + usage }
}
