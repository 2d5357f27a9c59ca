internal import BrowserModel

/// What a forgetting would take.
public struct ForgettingPreview: Sendable {
  public var counts: ForgettingCounts
  public var words: ForgottenWords
}

/// The words that a forgetting takes, to find lines that a person typed about them.
public struct ForgottenWords: Sendable {
  private let takesAll: Bool
  private let matcher: PageMatcher?
  private let host: String?
  private var words: Set<String> = []

  init(_ scope: ForgettingScope, _ matcher: PageMatcher?, _ words: Set<String>) {
    takesAll = scope == .everything
    self.matcher = matcher
    if case .site(let host) = scope { self.host = host } else { host = nil }
    for text in words where !text.isEmpty {
      self.words.insert(text)
      self.words.formUnion(Self.shortForms(of: text))
    }
    if case .url(let url) = scope { self.words.formUnion([url] + Self.shortForms(of: url)) }
  }

  /// Whether a line is about something that is forgotten.
  ///
  /// - Parameters:
  ///   - line: As it was typed.
  ///   - parts: Its words without their quotes.
  public func areMentioned(in line: String, parts: [String]) -> Bool {
    if takesAll || matcher?.isMentioned(in: line) ?? false { return true }
    if let host, parts.contains(where: { isAddress($0, of: host) }) { return true }
    for start in parts.indices {
      if words.contains(parts[start]) { return true }
      if words.contains(parts[start...].joined(separator: " ")) { return true }
    }
    return false
  }

  /// `localhost`, `localhost:80/a`, `http://localhost`: a host of one label is no address elsewhere.
  private func isAddress(_ part: String, of host: String) -> Bool {
    var rest = part[...]
    for scheme in ["http://", "https://"] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
    }
    let name = rest.prefix { !":/?#".contains($0) }.lowercased()
    return name == host || name.hasSuffix("." + host)
  }

  /// How a person types a URL: without its scheme, without the slash at its end.
  private static func shortForms(of url: String) -> [String] {
    var forms: [String] = []
    for scheme in ["http://", "https://"] where url.hasPrefix(scheme) {
      forms.append(String(url.dropFirst(scheme.count)))
    }
    for form in forms where form.hasPrefix("www.") { forms.append(String(form.dropFirst(4))) }
    for form in [url] + forms where form.hasSuffix("/") { forms.append(String(form.dropLast())) }
    return forms
  }
}
