/// The names that replace the names of a log. The same text always gets the same name, and
/// different texts get different names.
struct InventedNames {
  /// The numbers of texts, by the word in front of the number.
  private var numbers: [String: [String: Int]] = [:]

  /// Returns the name that replaces a text, such as `title-3`. An empty text stays empty.
  mutating func name(_ word: String, for text: String) -> String {
    guard !text.isEmpty else { return "" }
    return "\(word)-\(number(word, of: text))"
  }

  private mutating func number(_ word: String, of text: String) -> Int {
    if let number = numbers[word]?[text] { return number }
    let number = (numbers[word]?.count ?? 0) + 1
    numbers[word, default: [:]][text] = number
    return number
  }

  /// Returns the host that replaces a host, such as `site-3.test`.
  mutating func host(_ host: String) -> String {
    host.isEmpty ? "" : name("site", for: host) + ".test"
  }

  /// Returns an address with the same scheme, port, and number of path parts.
  mutating func address(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    var address = DividedAddress(text)
    // The address of an empty page contains no private data.
    if address.text == "about:blank" { return text }
    if let host = address.host {
      address.user = address.user.map { name("user", for: $0) }
      address.host = self.host(host)
      address.path = address.path.map { name("part", for: $0) }
    } else {
      address.path = address.path.map { name("content", for: $0) }
    }
    address.query = address.query.map { name("query", for: $0) }
    address.fragment = address.fragment.map { name("fragment", for: $0) }
    return address.text
  }

  /// Returns a search template with an invented host, which still contains the search terms.
  mutating func template(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let host = DividedAddress(text).host ?? text
    return "https://\(self.host(host))/\(name("search", for: text))?q={searchTerms}"
  }
}
