/// The meaning of texts that are typed into the address field (A1).
///
/// ```swift
/// let address = Typed.resolve("example.com").url  // https://example.com/
/// let search = Typed.resolve("red shoes").url  // https://duckduckgo.com/?q=red+shoes
/// let refused = Typed.resolve("javascript:alert(1)").url  // nil
/// ```
///
/// A decision is a pure function of the text, a ``Policy`` and a ``Context``. The result is
/// stored in the event, so a fold does not depend on today's rules. Keywords come first
/// under every policy that searches; the article on typed text lists what comes then.
public enum Typed {
  /// The longest text that is not refused, in bytes of UTF-8 (A5): 2 MiB.
  public static let lengthLimit = 2 << 20

  /// What a decision depends on besides the text and the policy.
  public struct Context: Sendable {
    /// The template of the default search engine.
    public var search: SearchTemplate
    /// Further search engines, each chosen by its keyword.
    public var engines: [SearchEngine] = []
    /// Bookmarks with keywords. Only those whose keyword is the first word of the text
    /// matter, so others may be left out.
    public var bookmarks: [KeywordBookmark] = []
    /// Returns whether a single word, such as `intranet`, is a host, because it was visited
    /// as one.
    public var isKnownHost: @Sendable (String) -> Bool
    /// The public suffixes, by which hosts are distinguished from words.
    public var suffixes = PublicSuffixes.builtIn
    /// Whether `javascript:` is followed instead of refused (B3).
    public var allowsScript: Bool
    /// The path of the folder that `~` stands for; nil if `~` means nothing.
    public var homeFolder: String?
    /// The top-level domain that is added to a host without one, as Ctrl-Enter adds `com`;
    /// nil if none is.
    public var completion: String?
    /// The URL that relative ones are relative to under the policy ``Policy/whatwg``.
    public var base: URL?

    /// Creates a context. Without arguments words are searched for with
    /// ``SearchTemplate/standard``, no single word is a host, `~` means nothing, and
    /// scripts are refused.
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

  /// Resolves a text to an address, a search or a refusal. It never traps.
  ///
  /// - Parameters:
  ///   - text: The text as it was typed; white space around it is ignored.
  ///   - policy: The rules to apply.
  ///   - context: Search engines, keywords and known hosts.
  /// - Returns: The decision with its reason. Refused are an empty text, one of more than 2
  ///   MiB, `javascript:` unless it is allowed, and what the policy refuses.
  /// - Complexity: O(length)
  public static func resolve(
    _ text: String, by policy: Policy = .retrace, _ context: Context = Context()
  ) -> Resolution {
    guard text.utf8.count <= lengthLimit else {
      return .refused("The text is longer than 2 MiB.")
    }
    if policy == .whatwg { return StandardPolicy.resolve(text, context) }
    let typed = TypedText(text)
    guard !typed.isEmpty else { return .refused("There is nothing to open.") }
    let resolution = keyword(typed, context) ?? RetracePolicy.resolve(typed, context)
    guard resolution.isScript, !context.allowsScript else { return resolution }
    return .refused("Addresses with javascript: are not followed.")
  }
}

extension Resolution {
  /// Whether the text leads to a `javascript:` URL.
  fileprivate var isScript: Bool {
    url.map { $0.href.utf8.starts(with: "javascript:".utf8) } ?? false
  }
}
