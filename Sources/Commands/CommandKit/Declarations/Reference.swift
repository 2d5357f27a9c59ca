/// A reference to something by its position, by its id, or by words.
package enum Reference: Hashable, Sendable {
  /// A position, counted from 1: `3`. For a tab, this is the position in the focused window.
  case position(Int)
  /// A tab by its window and its position in the window, both from 1: `2:3`.
  case place(window: Int, tab: Int)
  /// The number of the event that created the thing, negative in the private log: `#4711`, `#-5`.
  case id(Int64)
  /// Words in the title, URL or another name of the thing: `swift docs`.
  case words(String)

  /// Parses a reference that is not words, or returns nil.
  package init?(_ text: String) {
    if text.utf8.first == UInt8(ascii: "#") {
      let digits = text.dropFirst()
      guard digits.first != "+", let id = Int64(digits), id != 0 else { return nil }
      self = .id(id)
    } else if let colon = text.firstIndex(of: ":") {
      guard let window = Self.position(text[..<colon]),
        let tab = Self.position(text[text.index(after: colon)...])
      else { return nil }
      self = .place(window: window, tab: tab)
    } else {
      guard let position = Self.position(text[...]) else { return nil }
      self = .position(position)
    }
  }

  /// Parses a reference of any kind. Returns nil for an invalid number such as `0` or `#x`.
  package init?(naming text: String) {
    if let number = Reference(text) {
      self = number
    } else if Self.isWords(text) {
      self = .words(text)
    } else {
      return nil
    }
  }

  /// Whether a text is a list of numbers, valid or not: `1,2`, `1-3`, `#5,#7`.
  static func looksLikeList(_ text: String) -> Bool {
    let parts = text.split(
      omittingEmptySubsequences: false, whereSeparator: { ",-".contains($0) })
    // “1, 3” has a comma after its first word.
    let named = parts.last?.isEmpty == true && text.hasSuffix(",") ? parts.dropLast() : parts[...]
    return parts.count > 1 && named.allSatisfy { Reference(String($0)) != nil }
  }

  /// Returns the references in a list, with ranges expanded, or nil if a range is invalid or larger
  /// than any number of tabs.
  static func list(_ text: String) -> [Reference]? {
    var list: [Reference] = []
    for part in text.split(separator: ",") {
      let ends = part.split(separator: "-").compactMap { Reference(String($0)) }
      switch (ends.count, ends.first, ends.last) {
      case (1, let only?, _): list.append(only)
      case (2, .position(let first)?, .position(let last)?)
      where first <= last && last - first < longestRange:
        list += (first...last).map { .position($0) }
      case (2, .place(let window, let first)?, .position(let last)?)
      where first <= last && last - first < longestRange:
        list += (first...last).map { .place(window: window, tab: $0) }
      default: return nil
      }
    }
    return list
  }

  private static let longestRange = 100_000

  /// Whether a text is neither a number nor a mistyped number.
  package static func isWords(_ text: String) -> Bool {
    text.utf8.first != UInt8(ascii: "#") && text.contains { !"0123456789+-: ".contains($0) }
  }

  private static func position(_ digits: Substring) -> Int? {
    guard digits.first != "+", let position = Int(digits), position >= 1 else { return nil }
    return position
  }
}

extension Reference: CustomStringConvertible {
  /// The reference in the form in which it is typed.
  package var description: String {
    switch self {
    case .position(let position): "\(position)"
    case .place(let window, let tab): "\(window):\(tab)"
    case .id(let id): "#\(id)"
    case .words(let words): words
    }
  }
}
