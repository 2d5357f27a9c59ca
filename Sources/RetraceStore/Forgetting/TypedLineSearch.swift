/// Finds the lines that are about what is forgotten.
///
/// Lines are few and a log is long, so each text of the log is looked up in a table of what the
/// lines could mean; the texts of the log are not kept.
struct TypedLineSearch {
  private let lines: [TypedLine]
  /// The indexes of the lines that were found, in the order in which they were given.
  private(set) var found: Set<Int> = []
  /// The lines that may mean a text: by a word, by all words from one on, by a URL.
  private var linesByText: [String: [Int]] = [:]

  /// Prepares lines. Those that name what a matcher matches are found at once.
  init(_ lines: [TypedLine], _ matcher: PageMatcher?) {
    self.lines = lines
    for (index, line) in lines.enumerated() {
      if let matcher, Self.isAbout(matcher, line) {
        found.insert(index)
        continue
      }
      // The name of a command is left out: titles contain the same words.
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

  /// Whether a line has an address or a name that is forgotten.
  private static func isAbout(_ matcher: PageMatcher, _ line: TypedLine) -> Bool {
    if line.urls.contains(where: { matcher.matches(url: $0) }) { return true }
    return ([line.text] + line.parts).contains { matcher.isMentioned(in: $0) }
  }

  /// Finds the lines that mean a text, which is forgotten.
  mutating func take(_ text: String) {
    guard !linesByText.isEmpty, !text.isEmpty else { return }
    for form in [text, PageMatcher.withoutFragment(text)] + Self.shortForms(of: text) {
      if let lines = linesByText[form] { found.formUnion(lines) }
    }
  }

  /// The ways in which the user types a URL: without its scheme, without `www.`, without the slash
  /// at its end.
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
