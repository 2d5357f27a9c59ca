/// Finds the lines that are about forgotten things.
///
/// There are few lines and many texts in a log, so each text of the log is looked up in a table of
/// the possible meanings of lines. The texts of the log are not stored.
struct TypedLineSearch {
  private let lines: [TypedLine]
  /// The indexes of matching lines.
  private(set) var found: Set<Int> = []
  /// The lines that may refer to a text. A line refers to a text by a single word, by all words
  /// from a position on, or by a URL.
  private var linesByText: [String: [Int]] = [:]

  /// Prepares lines for the search. Lines that match a matcher are found immediately.
  init(_ lines: [TypedLine], _ matcher: PageMatcher?) {
    self.lines = lines
    for (index, line) in lines.enumerated() {
      if let matcher, Self.isAbout(matcher, line) {
        found.insert(index)
        continue
      }
      // The name of a command is ignored, because titles contain the same words.
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

  /// Whether a line contains a forgotten address or name.
  private static func isAbout(_ matcher: PageMatcher, _ line: TypedLine) -> Bool {
    if line.urls.contains(where: { matcher.matches(url: $0) }) { return true }
    return ([line.text] + line.parts).contains { matcher.isMentioned(in: $0) }
  }

  /// Finds the lines that refer to a forgotten text.
  mutating func process(_ text: String) {
    guard !linesByText.isEmpty, !text.isEmpty else { return }
    for form in [text, PageMatcher.withoutFragment(text)] + Self.shortForms(of: text) {
      if let lines = linesByText[form] { found.formUnion(lines) }
    }
  }

  /// Returns the forms in which users type a URL: without its scheme, without `www.`, or without
  /// the final slash.
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
