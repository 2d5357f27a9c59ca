internal import BrowserModel

/// An item of a list in Markdown: a link or text, followed by tags.
struct MarkdownItem {
  /// The text. It is empty if the text of a link is the same as its address.
  private(set) var title = ""
  /// The address, or nil if the item is not a link.
  private(set) var url: String?
  private(set) var tags: [String] = []
  private(set) var isBold = false

  /// The start of a tag, in which the number sign is escaped.
  private static let tagSign = " \\#"

  /// The address of the start page if the text is the name of the start page, otherwise nil.
  var startPage: String? {
    url == nil && title == Markdown.startPage ? Destination.startPage : nil
  }

  /// - Parameter text: The text after the list marker.
  init(_ text: Substring) {
    var text = text
    if text.begins(with: "**") {
      isBold = true
      text = text.dropping(2)
      if text.hasSuffix("**") { text = text.dropLast(2) }
    }
    if let link = Self.link(text) {
      url = link.url
      title = link.title == link.url ? "" : link.title
      readTags(link.rest)
    } else if isBold {
      title = Self.plain(text)
    } else {
      let parts = text.parted(at: Self.tagSign)
      title = Self.plain(parts?.before ?? text)
      tags = Self.tags(parts?.after)
    }
  }

  private mutating func readTags(_ text: Substring) {
    guard let parts = text.parted(at: Self.tagSign), parts.before.isEmpty else { return }
    tags = Self.tags(parts.after)
  }

  /// Returns the tags in the text after the first tag sign.
  private static func tags(_ text: Substring?) -> [String] {
    var tags: [String] = []
    var rest = text
    while let words = rest {
      let parts = words.parted(at: tagSign)
      let tag = plain(parts?.before ?? words)
      if !tag.isEmpty { tags.append(tag) }
      rest = parts?.after
    }
    return tags
  }

  /// Parses a link, `[title](<url>)` or `[title](url)`. Returns its title and URL, and the text
  /// after the link.
  private static func link(_ text: Substring) -> (title: String, url: String, rest: Substring)? {
    guard text.begins(with: "["), let middle = closing(text) else { return nil }
    let bytes = text.utf8
    let title = plain(Substring(bytes[bytes.index(after: bytes.startIndex)..<middle]))
    let target = Substring(bytes[bytes.index(after: middle)...])
    guard let (url, rest) = bracketed(target) ?? bare(target), !url.isEmpty else { return nil }
    return (title, url, rest)
  }

  private static func bracketed(_ target: Substring) -> (url: String, rest: Substring)? {
    guard target.hasPrefix("(<"), let end = target.firstRange(of: ">)") else { return nil }
    return (String(target[..<end.lowerBound].dropFirst(2)), target[end.upperBound...])
  }

  /// Parses an address without angle brackets. The address may contain pairs of parentheses, and
  /// may be followed by a title.
  private static func bare(_ target: Substring) -> (url: String, rest: Substring)? {
    guard target.first == "(" else { return nil }
    var depth = 0
    for index in target.indices {
      if target[index] == "(" { depth += 1 }
      if target[index] == ")" { depth -= 1 }
      guard depth == 0 else { continue }
      let url = target[..<index].dropFirst().prefix { !$0.isWhitespace }
      return (String(url), target[target.index(after: index)...])
    }
    return nil
  }

  /// Returns the index of the bracket that ends the text of a link.
  private static func closing(_ text: Substring) -> Substring.Index? {
    var isEscaped = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if !isEscaped, byte == UInt8(ascii: "]") { return index }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return nil
  }

  /// Returns a text without the backslashes before punctuation (CommonMark, backslash escapes).
  static func plain(_ text: Substring) -> String {
    var plain = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      if isEscaped, !scalar.isSign { plain += "\\" }
      plain.unicodeScalars.append(scalar)
      isEscaped = false
    }
    return isEscaped ? plain + "\\" : plain
  }
}

extension Unicode.Scalar {
  /// Whether the character is ASCII punctuation.
  fileprivate var isSign: Bool {
    switch value {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
