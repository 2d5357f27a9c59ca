/// A line that a person typed, as it is looked through for what is forgotten.
public struct TypedLine: Sendable {
  /// As it was typed.
  public let text: String
  /// Its words without their quotes, the command's name first.
  public let parts: [String]
  /// The URLs that its words mean, in the URL standard's serialised form.
  public let urls: [String]

  public init(_ text: String, parts: [String], urls: [String]) {
    self.text = text
    self.parts = parts
    self.urls = urls
  }
}

/// Finds the lines that are about what is forgotten. Lines are few and a log is long: so the lines are
/// kept by what they could be about, and not the words of the log.
struct TypedLineSearch {
  private let lines: [TypedLine]
  private(set) var found: Set<Int> = []
  private var linesByText: [String: [Int]] = [:]

  init(_ lines: [TypedLine], _ matcher: PageMatcher?) {
    self.lines = lines
    for (index, line) in lines.enumerated() {
      if let matcher, Self.isAbout(matcher, line) {
        found.insert(index)
        continue
      }
      // The name of the command is a word that titles have as well.
      for start in line.parts.indices.dropFirst() {
        linesByText[line.parts[start], default: []].append(index)
        if start < line.parts.count - 1 {
          linesByText[line.parts[start...].joined(separator: " "), default: []].append(index)
        }
      }
      for url in line.urls {
        linesByText[PageMatcher.withoutFragment(url), default: []].append(index)
      }
    }
  }

  private static func isAbout(_ matcher: PageMatcher, _ line: TypedLine) -> Bool {
    if line.urls.contains(where: { matcher.matches(url: $0) }) { return true }
    return ([line.text] + line.parts).contains { matcher.isMentioned(in: $0) }
  }

  /// Notes that a text is forgotten.
  mutating func take(_ text: String) {
    guard !linesByText.isEmpty, !text.isEmpty else { return }
    for form in [text, PageMatcher.withoutFragment(text)] + Self.shortForms(of: text) {
      if let lines = linesByText[form] { found.formUnion(lines) }
    }
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
