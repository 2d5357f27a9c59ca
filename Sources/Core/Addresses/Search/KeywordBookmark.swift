/// A bookmark with a keyword (B2): typed as the first word, it leads to the page of the
/// bookmark.
///
/// ```swift
/// let bookmark = KeywordBookmark(keyword: "bug", text: "https://bugs.example/find?id=%s")
/// let url = bookmark.url(for: "42")  // https://bugs.example/find?id=42
/// ```
///
/// The words after the keyword replace `%s` encoded and `%S` as they are. A `%s` that is no
/// place for words cannot be in a URL, because a `%` is followed by two hexadecimal digits
/// there. Source: Firefox's keyword bookmarks.
public struct KeywordBookmark: Equatable, Sendable {
  /// The word to type, compared byte by byte.
  public let keyword: String
  /// The URL as it was bookmarked, with its `%s`.
  public let text: String

  /// Creates a keyword bookmark. Nothing is checked; ``url(for:)`` returns nil for a text
  /// that is no URL.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }

  /// Whether the URL has `%s` or `%S`. If not, words after the keyword make the text
  /// something else.
  public var hasPlaceForWords: Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where bytes.place(at: index) != nil { return true }
    return false
  }

  /// Returns the URL with words in their places.
  ///
  /// - Parameter words: The words after the keyword, which may be empty.
  /// - Returns: Nil if the result is no valid URL.
  public func url(for words: String) -> URL? {
    let bytes = text.utf8.span
    var filled = Writer(capacity: bytes.count + 3 * words.utf8.count)
    var isInQuery = false
    var index = 0
    while index < bytes.count {
      if let isEncoded = bytes.place(at: index) {
        if isEncoded {
          FormEncoding.append(words, isInQuery: isInQuery, to: &filled)
        } else {
          filled.append(words.utf8.span)
        }
        index += 2
      } else {
        isInQuery = isInQuery || bytes[index] == UInt8(ascii: "?")
        filled.append(bytes[index])
        index += 1
      }
    }
    return URL(filled.text)
  }
}

extension Span<UInt8> {
  /// Whether the words at an index are to be encoded; nil if there is no place for words.
  fileprivate func place(at index: Int) -> Bool? {
    guard self[index] == UInt8(ascii: "%"), index + 1 < count else { return nil }
    switch self[index + 1] {
    case UInt8(ascii: "s"): return true
    case UInt8(ascii: "S"): return false
    default: return nil
    }
  }
}
