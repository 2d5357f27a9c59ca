/// What a text that somebody typed means.
public struct Resolution: Equatable, Sendable {
  /// What becomes of the text.
  public enum Kind: UInt8, Sendable {
    /// The text is an address.
    case url
    /// The text is searched for.
    case search
    /// The text leads nowhere; `reason` says why.
    case refused
  }

  /// Which of the three it is.
  public let kind: Kind
  /// The address, or the address of the search; nil when refused.
  public let url: URL?
  /// The words searched for, nil unless it is a search.
  public let words: String?
  /// Why it was decided so, as a short plain sentence.
  public let reason: String
  /// The address that the text makes once it is repaired, even if it is searched for; nil where it
  /// makes none, and where the policy did not look.
  public private(set) var address: URL?
  /// Whether the search may as well have been meant as `address`, so that a person is offered it.
  public private(set) var offersAddress = false

  /// An address, and why it is one.
  public static func address(_ url: URL, _ reason: String) -> Resolution {
    Resolution(kind: .url, url: url, words: nil, reason: reason, address: url)
  }

  static func search(_ url: URL, _ words: String, _ reason: String) -> Resolution {
    Resolution(kind: .search, url: url, words: words, reason: reason)
  }

  static func refused(_ reason: String) -> Resolution {
    Resolution(kind: .refused, url: nil, words: nil, reason: reason)
  }

  /// A search for a text that is an address as well.
  func beside(_ address: URL?, isOffered: Bool) -> Resolution {
    var resolution = self
    resolution.address = address
    resolution.offersAddress = isOffered && address != nil
    return resolution
  }
}

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

extension URL {
  /// The URL of a path from the root: all of it is the path, `?` and `#` are parts of names.
  static func file(path: [UInt8]) -> URL? {
    var writer = Writer(capacity: path.count + 8)
    let prefix = Array("file://".utf8)
    writer.append(prefix.span)
    writer.append(path.span, encoding: .path.union("%\\"))
    return URL(writer.text)
  }
}

/// Repairs of what a person typed, on an address that is valid already.
extension URL {
  /// With `127.0.0.1` for `0.0.0.0` and `[::1]` for `[::]`, which lead nowhere.
  var withLocalHost: URL {
    guard layout.scheme == .http || layout.scheme == .https else { return self }
    let host = href.utf8.span.extracting(layout.host)
    let isV4 = host.isEqualIgnoringCase("0.0.0.0")
    guard isV4 || host.isEqualIgnoringCase("[::]") else { return self }
    var url = self
    url.setHost(isV4 ? "127.0.0.1" : "[::1]")
    return url
  }

  /// With one dot in the host where there are more beside each other.
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
