extension SearchTemplate {
  /// The URL that searches for the words; nil when the words make it invalid.
  ///
  /// Behind the `?` the words are form-encoded (a space is `+`), before it percent-encoded (`%20`).
  public func url(for words: String) -> URL? {
    var filled: [UInt8] = []
    var isInQuery = false
    var parameter: Range<Int>?
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      parameter = SearchTemplate.parameter(bytes.span, at: index)
      if let found = parameter {
        fill(SearchTemplate.name(bytes.span, found), words, isInQuery, into: &filled)
        index = found.upperBound + 1
      } else {
        isInQuery = isInQuery || bytes[index] == UInt8(ascii: "?")
        filled.append(bytes[index])
        index += 1
      }
    }
    return URL(utf8: filled.span)
  }

  var hasPlaceForWords: Bool {
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      if let found = SearchTemplate.parameter(bytes.span, at: index),
        SearchTemplate.name(bytes.span, found) == .searchTerms
      {
        return true
      }
    }
    return false
  }

  private enum Name {
    case searchTerms, encoding, one, twenty, other
  }

  private func fill(_ name: Name, _ words: String, _ isInQuery: Bool, into filled: inout [UInt8]) {
    switch name {
    case .searchTerms:
      filled += isInQuery ? FormEncoding.encode(words) : FormEncoding.encodeForPath(words)
    case .encoding: filled += "UTF-8".utf8
    case .one: filled += "1".utf8
    case .twenty: filled += "20".utf8
    case .other: break
    }
  }

  /// The range between a `{` at the index and its `}`.
  private static func parameter(_ bytes: Span<UInt8>, at index: Int) -> Range<Int>? {
    guard bytes[index] == UInt8(ascii: "{") else { return nil }
    // Names are short; the limit keeps a text full of braces linear.
    let limit = min(bytes.count, index + 40)
    guard let end = bytes.firstIndex(of: UInt8(ascii: "}"), in: index + 1..<limit) else {
      return nil
    }
    return index + 1..<end
  }

  private static func name(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Name {
    var end = range.upperBound
    if end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "?") { end -= 1 }
    let name = bytes.extracting(range.lowerBound..<end)
    if name.isEqualIgnoringCase("searchterms") { return .searchTerms }
    if name.isEqualIgnoringCase("inputencoding") { return .encoding }
    if name.isEqualIgnoringCase("outputencoding") { return .encoding }
    if name.isEqualIgnoringCase("startindex") { return .one }
    if name.isEqualIgnoringCase("startpage") { return .one }
    return name.isEqualIgnoringCase("count") ? .twenty : .other
  }
}
