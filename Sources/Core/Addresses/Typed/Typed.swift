/// The meaning of text that is typed into the address field (A1).
///
/// ```swift
/// let address = Typed.resolve("example.com").url  // https://example.com/
/// let search = Typed.resolve("red shoes").url  // https://duckduckgo.com/?q=red+shoes
/// let refused = Typed.resolve("javascript:alert(1)").url  // nil
/// ```
///
/// A decision is a pure function of the text, a ``Policy`` and a ``Context``. The result is stored
/// in the event, so a fold does not depend on the current rules. Every policy that searches checks
/// keywords first. The article on typed text lists the steps that follow this check.
public enum Typed {
  /// The maximum length of a text in bytes of UTF-8 (A5): 2 MiB. Longer texts are refused.
  public static let lengthLimit = 2 << 20

  /// The inputs of a decision besides the text and the policy.
  public struct Context: Sendable {
    /// The template of the default search engine.
    public var search: SearchTemplate
    /// Additional search engines, each chosen by its keyword.
    public var engines: [SearchEngine] = []
    /// Bookmarks with keywords. Only bookmarks whose keyword is the first word of the text matter.
    /// Other bookmarks may be omitted.
    public var bookmarks: [KeywordBookmark] = []
    /// Returns whether a single word, such as `intranet`, is a host that was visited before.
    public var isKnownHost: @Sendable (String) -> Bool
    /// The public suffixes, which distinguish hosts from search terms.
    public var suffixes = PublicSuffixes.builtIn
    /// Whether `javascript:` URLs are accepted instead of refused (B3).
    public var allowsScript: Bool
    /// The path of the folder that `~` refers to, or nil if `~` has no special meaning.
    public var homeFolder: String?
    /// The top-level domain to add to a host without a top-level domain, such as `com` for
    /// Ctrl-Enter, or nil to add nothing.
    public var completion: String?
    /// The base of relative URLs under the policy ``Policy/whatwg``.
    public var base: URL?

    /// Creates a context. By default, searches use ``SearchTemplate/standard``, a single word is
    /// never treated as a host, `~` has no special meaning, and scripts are refused.
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

  /// Resolves a text to an address, a search or a refusal. Never traps.
  ///
  /// - Parameters:
  ///   - text: The text as it was typed. White space around the text is ignored.
  ///   - policy: The rules to apply.
  ///   - context: Search engines, keywords and known hosts.
  /// - Returns: The decision with its reason. The function refuses empty text, text of more than 2
  ///   MiB, `javascript:` URLs unless they are allowed, and any text that the policy rejects.
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
    return .refused("Addresses that begin with javascript: are not opened.")
  }
}

extension Resolution {
  /// Whether the text leads to a `javascript:` URL.
  fileprivate var isScript: Bool {
    url.map { $0.href.utf8.starts(with: "javascript:".utf8) } ?? false
  }
}
