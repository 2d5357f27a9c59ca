/// A bookmark with a keyword: typed first, it leads to the bookmark's page.
///
/// The words behind the keyword take the place of `%s`, encoded, and of `%S`, as they are. A `%s`
/// that is no place for words, such as that of `%street`, does not exist in URLs: `%` is followed by
/// two hexadecimal digits there. Source: Firefox's keyword bookmarks.
public struct KeywordBookmark: Equatable, Sendable {
  public let keyword: String
  /// The address as it was bookmarked.
  public let text: String

  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }

  /// Whether words have a place in the address.
  public var hasPlaceForWords: Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where bytes.place(at: index) != nil { return true }
    return false
  }

  /// The address with the words in their places; nil where that is no valid one.
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
  /// Whether the words of the place at an index are encoded; nil where there is no place.
  fileprivate func place(at index: Int) -> Bool? {
    guard self[index] == UInt8(ascii: "%"), index + 1 < count else { return nil }
    switch self[index + 1] {
    case UInt8(ascii: "s"): return true
    case UInt8(ascii: "S"): return false
    default: return nil
    }
  }
}
