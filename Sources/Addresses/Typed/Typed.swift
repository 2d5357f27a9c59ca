/// Decides what a text typed in the address field means: the policy `retrace`.
///
/// In this order: nothing, or too much; `?` forces a search; a path of the file system; a scheme that
/// is known or followed by `//`; a host, to which a scheme is added; and all else is searched for.
public enum Typed {
  /// The name of the policy, kept with each decision.
  public static let policy = "retrace"

  /// The longest text that is looked at, in bytes of UTF-8.
  public static let lengthLimit = 2 << 20

  /// What the decision may depend on besides the text.
  public struct Context: Sendable {
    /// How words are searched for.
    public var search: SearchTemplate
    /// Whether a host of one word, such as `intranet`, is known to be one.
    public var isKnownHost: @Sendable (String) -> Bool
    /// Whether `javascript:` is followed.
    public var allowsScript: Bool
    /// The folder that `~` stands for; nil where `~` means nothing.
    public var homeFolder: String?

    /// A context; without arguments no word is a host, `~` means nothing and scripts are refused.
    public init(
      search: SearchTemplate = .standard, allowsScript: Bool = false, homeFolder: String? = nil,
      isKnownHost: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
      self.search = search
      self.allowsScript = allowsScript
      self.homeFolder = homeFolder
      self.isKnownHost = isKnownHost
    }
  }

  /// Resolves a text to an address, a search or a refusal; never traps.
  ///
  /// The resolution says why in a short plain sentence. Complexity: linear in the length.
  public static func resolve(_ text: String, _ context: Context = Context()) -> Resolution {
    guard text.utf8.count <= lengthLimit else {
      return .refused("The text is longer than 2 MiB.")
    }
    let typed = TypedText(text)
    guard let first = typed.first else { return .refused("There is nothing to open.") }
    if first == UInt8(ascii: "?") {
      return search(typed.words(from: 1), "A question mark at the start means a search.", context)
    }
    return path(typed, context) ?? withScheme(typed, context) ?? withoutScheme(typed, context)
      ?? doubleSlashPath(typed)
      ?? search(typed.words(), "It does not look like an address.", context)
  }

  private static func search(
    _ words: String, _ reason: String, _ context: Context
  ) -> Resolution {
    let words = TypedText(words).words()
    guard !words.isEmpty else { return .refused("There is nothing to search for.") }
    guard let url = context.search.url(for: words) else {
      return .refused("The search template makes no valid address of these words.")
    }
    return Resolution(kind: .search, url: url, words: words, reason: reason)
  }
}
