extension Resolution {
  /// A search for words by the template of a context, or by an engine's.
  static func search(
    _ words: String, _ reason: String, _ context: Typed.Context, by engine: SearchEngine? = nil
  ) -> Resolution {
    let words = TypedText(words).words()
    guard !words.isEmpty else { return .refused("There is nothing to search for.") }
    guard let url = (engine?.template ?? context.search).url(for: words) else {
      return .refused("The search template makes no valid address of these words.")
    }
    return .search(url, words, reason)
  }

  /// A search for what stands behind a question mark.
  static func forcedSearch(_ text: TypedText, _ context: Typed.Context) -> Resolution {
    search(text.words(from: 1), "A question mark at the start means a search.", context)
  }
}
