/// The colours of text.
package struct Style: Hashable, Sendable {
  /// The conditions for using colours: the values of `--color`.
  package enum When: String, CaseIterable, Sendable {
    /// On a terminal that supports colours, unless the environment overrides this.
    case auto
    /// Always, even in files and pipes.
    case always
    /// Never.
    case never
  }

  /// A look that a terminal can give to text: an SGR code of ECMA-48.
  package enum TextAttribute: Int, CaseIterable, Sendable, CustomStringConvertible {
    case bold = 1
    case dim = 2
    case italic = 3
    case underline = 4
    case reverse = 7
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36

    /// The name of the look, as shown to the user.
    package var description: String {
      switch self {
      case .bold: "bold"
      case .dim: "dim"
      case .italic: "italic"
      case .underline: "underline"
      case .reverse: "reverse"
      case .red: "red"
      case .green: "green"
      case .yellow: "yellow"
      case .blue: "blue"
      case .magenta: "magenta"
      case .cyan: "cyan"
      }
    }
  }

  /// The role of a look that the user can choose.
  package enum Role: String, CaseIterable, Sendable {
    /// A failure, and errors in a line that is being typed.
    case error
    /// Quoted text, in a line that is being typed.
    case string
    /// A comment, in a line that is being typed.
    case comment
    /// The possible continuation of the line.
    case hint
    /// The prompt.
    case prompt

    /// The default look.
    var standardAttributes: [TextAttribute] {
      switch self {
      case .error: [.red]
      case .string: [.green]
      case .comment, .hint: [.dim]
      case .prompt: [.green, .bold]
      }
    }
  }

  /// No colours.
  package static let plain = Style(isColored: false)
  /// Colours.
  package static let colored = Style(isColored: true)

  /// Whether colours are written.
  package let isColored: Bool
  /// The looks that the user chose for each role. A role with an empty list is shown as plain text.
  package var chosen: [Role: [TextAttribute]] = [:]

  private init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Creates a style with or without colours.
  ///
  /// `always` and `never` apply regardless of the environment. For `auto`, colours are turned off
  /// by a `NO_COLOR` that is not empty. Otherwise they are turned on by a `CLICOLOR_FORCE` that is
  /// neither empty nor `0`. Otherwise they are used on a terminal whose `TERM` is set and not
  /// `dumb`.
  package init(_ when: When, isTerminal: Bool, environment: EnvironmentVariables) {
    switch when {
    case .always: isColored = true
    case .never: isColored = false
    case .auto: isColored = Style.isWanted(isTerminal: isTerminal, environment: environment)
    }
  }

  /// Returns the text with a look, or unchanged if there are no colours.
  package func apply(_ attributes: TextAttribute..., to text: SafeText) -> SafeText {
    apply(Self.sequence(attributes), to: text)
  }

  /// Returns the text with the look of its role.
  package func apply(_ role: Role, to text: SafeText) -> SafeText {
    apply(Self.sequence(attributes(of: role)), to: text)
  }

  /// Returns the look of a role.
  package func attributes(of role: Role) -> [TextAttribute] {
    chosen[role] ?? role.standardAttributes
  }

  /// Returns the escape sequence that begins a look, or an empty string for no looks.
  package static func sequence(_ attributes: [TextAttribute]) -> String {
    guard !attributes.isEmpty else { return "" }
    return "\u{1b}[\(attributes.map { String($0.rawValue) }.joined(separator: ";"))m"
  }

  private func apply(_ sequence: String, to text: SafeText) -> SafeText {
    guard isColored, !sequence.isEmpty, !text.isEmpty else { return text }
    return SafeText(trusted: "\(sequence)\(text.text)\u{1b}[0m")
  }

  private static func isWanted(isTerminal: Bool, environment: EnvironmentVariables) -> Bool {
    if let value = environment["NO_COLOR"], !value.isEmpty { return false }
    if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
    guard isTerminal, let terminal = environment["TERM"] else { return false }
    return !terminal.isEmpty && terminal != "dumb"
  }
}
