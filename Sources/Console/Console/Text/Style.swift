/// Whether and how text is coloured.
public struct Style: Hashable, Sendable {
  /// When colours are used: the value of `--color`.
  public enum When: String, CaseIterable, Sendable {
    /// On a terminal that can show them, unless the environment says otherwise.
    case auto
    /// Also into files and pipes.
    case always
    /// Not at all.
    case never
  }

  /// A look that a terminal can give to text: an SGR code of ECMA-48.
  public enum Look: Int, CaseIterable, Sendable {
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
  }

  /// No colours.
  public static let plain = Style(isColored: false)
  /// Colours.
  public static let colored = Style(isColored: true)

  /// Whether colours are written.
  public let isColored: Bool

  private init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Decides about colours.
  ///
  /// `always` and `never` decide alone. For `auto` the order is: a `NO_COLOR` that is not empty
  /// turns colours off; a `CLICOLOR_FORCE` that is neither empty nor `0` turns them on; otherwise
  /// they are for a terminal whose `TERM` is set and not `dumb`.
  public init(_ when: When, isTerminal: Bool, environment: EnvironmentVariables) {
    switch when {
    case .always: isColored = true
    case .never: isColored = false
    case .auto: isColored = Style.isWanted(isTerminal: isTerminal, environment: environment)
    }
  }

  /// Gives the text a look, or leaves it as it is when there are no colours.
  public func apply(_ looks: Look..., to text: VisibleText) -> VisibleText {
    guard isColored, !looks.isEmpty, !text.isEmpty else { return text }
    let codes = looks.map { String($0.rawValue) }.joined(separator: ";")
    return VisibleText(trusted: "\u{1b}[\(codes)m\(text.text)\u{1b}[0m")
  }

  private static func isWanted(isTerminal: Bool, environment: EnvironmentVariables) -> Bool {
    if let value = environment["NO_COLOR"], !value.isEmpty { return false }
    if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
    guard isTerminal, let terminal = environment["TERM"] else { return false }
    return !terminal.isEmpty && terminal != "dumb"
  }
}
