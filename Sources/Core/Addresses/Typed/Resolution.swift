/// The result of resolving typed text: a URL, a search, or a refusal, with the reason.
public struct Resolution: Equatable, Sendable {
  /// The kind of result.
  public enum Kind: UInt8, Sendable {
    /// The text is an address.
    case url
    /// The text is searched for.
    case search
    /// The text is refused. ``Resolution/reason`` states why.
    case refused
  }

  /// The kind of result.
  public let kind: Kind
  /// The address or the URL of the search, or nil if the text is refused.
  public let url: URL?
  /// The search terms, or nil unless the result is a search.
  public let words: String?
  /// The reason as a short plain sentence, which events store (A1).
  public let reason: String

  /// Returns the resolution of a text that is an address.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - reason: A sentence that explains why the text is an address.
  public static func address(_ url: URL, _ reason: String) -> Resolution {
    Resolution(kind: .url, url: url, words: nil, reason: reason)
  }

  /// Returns the resolution of a text that is searched for.
  static func search(_ url: URL, _ words: String, _ reason: String) -> Resolution {
    Resolution(kind: .search, url: url, words: words, reason: reason)
  }

  /// Returns the resolution of a text that is refused.
  static func refused(_ reason: String) -> Resolution {
    Resolution(kind: .refused, url: nil, words: nil, reason: reason)
  }
}

extension Resolution {
  /// Returns a search with an engine, or with the template of a context if no engine is given.
  /// Refuses empty search terms.
  static func search(
    _ words: String, _ reason: String, _ context: Typed.Context, by engine: SearchEngine? = nil
  ) -> Resolution {
    let words = TypedText(words).words()
    guard !words.isEmpty else { return .refused("There is nothing to search for.") }
    guard let url = (engine?.template ?? context.search).url(for: words) else {
      return .refused("The search template does not give a valid address for these terms.")
    }
    return .search(url, words, reason)
  }

  /// Returns a search for the text after a leading question mark.
  static func forcedSearch(_ text: TypedText, _ context: Typed.Context) -> Resolution {
    search(text.words(from: 1), "A question mark at the start means a search.", context)
  }
}

extension URL {
  /// Returns the `file:` URL of an absolute path. The complete text is the path, so `?`, `#`, `%`
  /// and `\` are parts of file names.
  static func file(path: [UInt8]) -> URL? {
    var writer = Writer(capacity: path.count + 8)
    let prefix = Array("file://".utf8)
    writer.append(prefix.span)
    writer.append(path.span, encoding: .path.union("%\\"))
    return URL(writer.text)
  }
}

/// Corrections of valid addresses.
extension URL {
  /// The URL with each run of dots in its host replaced by one dot.
  var withSingleDots: URL {
    let host = href.utf8.span.extracting(layout.host)
    var kept: [UInt8] = []
    for index in host.indices
    where index == 0 || host[index] != UInt8(ascii: ".") || host[index - 1] != host[index] {
      kept.append(host[index])
    }
    guard kept.count < host.count else { return self }
    var url = self
    url.setHost(String(decoding: kept, as: UTF8.self))
    return url
  }
}
