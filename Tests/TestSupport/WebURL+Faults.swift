public import Addresses

extension WebURL {
  /// Violated rules for a URL that was parsed or changed. Empty if there are none.
  ///
  /// The text is ASCII without control characters. Parsing it results in the same URL with the same
  /// parts, and the standard's serialiser converts the parts to the same text.
  public var faults: [String] {
    guard let again = WebURL(href) else { return ["\(href) is refused"] }
    var faults: [String] = []
    if again != self { faults.append("\(href) becomes \(again.href)") }
    if again.parts != parts { faults.append("\(href) has other parts when it is parsed again") }
    if recomposed != href { faults.append("\(href) is written as \(recomposed)") }
    if !href.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      faults.append("\(href.debugDescription) has bytes that are not printed")
    }
    return faults
  }

  private var parts: [String?] {
    [
      scheme, username, password, host, port.map { "\($0)" }, path, query, fragment, origin,
    ]
  }

  /// The result of the standard's serialiser (section 4.5) for the parts.
  private var recomposed: String {
    var text = scheme + ":"
    if let host {
      text += "//" + username
      if !password.isEmpty { text += ":" + password }
      if !username.isEmpty || !password.isEmpty { text += "@" }
      text += host
      if let port { text += ":\(port)" }
    } else if path.hasPrefix("//") {
      text += "/."
    }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}
