/// A bookmark with a keyword (B2). Typing the keyword as the first word opens the bookmarked page.
///
/// ```swift
/// let bookmark = KeywordBookmark(keyword: "bug", text: "https://bugs.example/find?id=%s")
/// let url = bookmark.url(for: "42")  // https://bugs.example/find?id=42
/// ```
///
/// The words after the keyword replace `%s` and `%S`. The words are encoded in place of `%s`, and
/// unchanged in place of `%S`. A valid URL does not contain a literal `%s`, because in a URL a `%`
/// is followed by two hexadecimal digits. Source: Firefox's keyword bookmarks.
public struct KeywordBookmark: Equatable, Sendable {
  /// The keyword, compared byte by byte.
  public let keyword: String
  /// The URL as it was bookmarked, including its placeholders.
  public let text: String

  /// Creates a keyword bookmark without validation. ``url(for:)`` returns nil if the text is not a
  /// URL.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }

  /// Whether the URL contains `%s` or `%S`. If not, text with words after the keyword is not
  /// resolved to this bookmark.
  public var hasPlaceForWords: Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where bytes.place(at: index) != nil { return true }
    return false
  }

  /// Returns the URL with its placeholders replaced by words.
  ///
  /// - Parameter words: The words after the keyword, which may be empty.
  /// - Returns: The URL, or nil if the result is not a valid URL.
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
  /// Returns whether the words that replace the placeholder at an index are encoded, or nil if
  /// there is no placeholder at the index.
  fileprivate func place(at index: Int) -> Bool? {
    guard self[index] == UInt8(ascii: "%"), index + 1 < count else { return nil }
    switch self[index + 1] {
    case UInt8(ascii: "s"): return true
    case UInt8(ascii: "S"): return false
    default: return nil
    }
  }
}
