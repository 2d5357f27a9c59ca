/// Decides what a text typed in the address field means.
///
/// A pure function of the text, a policy and a context: the same three give the same answer, so what
/// was decided can be kept, and never has to be decided again. Keywords come first under each policy
/// that searches; ``Policy`` says what comes then.
public enum Typed {
  /// The longest text that is looked at, in bytes of UTF-8.
  public static let lengthLimit = 2 << 20

  /// What the decision may depend on besides the text.
  public struct Context: Sendable {
    /// How words are searched for.
    public var search: SearchTemplate
    /// Other search engines, each chosen by its keyword.
    public var engines: [SearchEngine] = []
    /// Bookmarks with keywords. One whose keyword is not the first word typed may be left out.
    public var bookmarks: [KeywordBookmark] = []
    /// Whether a host of one word, such as `intranet`, is known to be one.
    public var isKnownHost: @Sendable (String) -> Bool
    /// Which endings of hosts registries give out.
    public var suffixes = PublicSuffixes.builtIn
    /// Whether `javascript:` is followed.
    public var allowsScript: Bool
    /// The folder that `~` stands for; nil where `~` means nothing.
    public var homeFolder: String?
    /// The top-level domain that is added to a host without one, as Ctrl-Enter adds `com`; nil where
    /// none is.
    public var completion: String?
    /// What a relative URL is relative to under the policy `whatwg`.
    public var base: URL?

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
  public static func resolve(
    _ text: String, by policy: Policy = .retrace, _ context: Context = Context()
  ) -> Resolution {
    guard text.utf8.count <= lengthLimit else {
      return .refused("The text is longer than 2 MiB.")
    }
    if policy == .whatwg { return StandardPolicy.resolve(text, context) }
    let typed = TypedText(text)
    guard !typed.isEmpty else { return .refused("There is nothing to open.") }
    let resolution = keyword(typed, context) ?? decide(typed, policy, context)
    guard resolution.isScript, !context.allowsScript else { return resolution }
    return .refused("Addresses with javascript: are not followed.")
  }

  private static func decide(
    _ typed: TypedText, _ policy: Policy, _ context: Context
  ) -> Resolution {
    switch policy {
    case .chromium: ChromiumPolicy.resolve(typed, context)
    case .firefox: FirefoxPolicy.resolve(typed, context)
    case .retrace, .whatwg: RetracePolicy.resolve(typed, context)
    }
  }
}

extension Resolution {
  fileprivate var isScript: Bool {
    url.map { $0.href.utf8.starts(with: "javascript:".utf8) } ?? false
  }
}

/// Words that lead somewhere when they are typed first.
extension Typed {
  /// The page of a keyword bookmark, or the search of an engine; nil where the first word is no
  /// keyword.
  ///
  /// An engine needs words. A bookmark takes them only where it has a place for them: a keyword
  /// never swallows what was typed behind it.
  static func keyword(_ typed: TypedText, _ context: Context) -> Resolution? {
    guard !context.bookmarks.isEmpty || !context.engines.isEmpty else { return nil }
    let end = typed.bytes.firstIndex { $0 <= 0x20 } ?? typed.bytes.count
    let word = typed.bytes.span.extracting(0..<end)
    let rest = typed.dropping(end)
    for bookmark in context.bookmarks where bookmark.keyword.utf8.span.isEqual(to: word) {
      guard rest.isEmpty || bookmark.hasPlaceForWords,
        let url = bookmark.url(for: rest.words())
      else { continue }
      return .address(url, "It begins with the keyword of a bookmark.")
    }
    guard !rest.isEmpty, let engine = context.engine(word) else { return nil }
    return .search(
      rest.words(), "It begins with the keyword of a search engine.", context, by: engine)
  }
}

extension Typed.Context {
  /// The search engine with a keyword.
  func engine(_ keyword: Span<UInt8>) -> SearchEngine? {
    for engine in engines where engine.keyword.utf8.span.isEqual(to: keyword) { return engine }
    return nil
  }
}
