extension SearchTemplate {
  /// The URL that searches for the words; nil when the words make it invalid.
  ///
  /// Behind the `?` the words are form-encoded (a space is `+`), before it percent-encoded (`%20`).
  public func url(for words: String) -> URL? {
    let bytes = text.utf8.span
    var filled = Writer(capacity: bytes.count + 3 * words.utf8.count)
    var isInQuery = false
    var index = 0
    while let brace = bytes.firstIndex(of: UInt8(ascii: "{"), in: index..<bytes.count) {
      let literal = index..<brace
      isInQuery = isInQuery || bytes.firstIndex(of: UInt8(ascii: "?"), in: literal) != nil
      filled.append(bytes.extracting(literal))
      index = brace + 1
      if let found = SearchTemplate.parameter(bytes, at: brace) {
        fill(SearchTemplate.name(bytes, found), words, isInQuery, into: &filled)
        index = found.upperBound + 1
      } else {
        filled.append(bytes[brace])
      }
    }
    filled.append(bytes.extracting(index..<bytes.count))
    return URL(filled.text)
  }

  var hasPlaceForWords: Bool {
    let bytes = text.utf8.span
    for index in bytes.indices {
      if let found = SearchTemplate.parameter(bytes, at: index),
        SearchTemplate.name(bytes, found) == .searchTerms
      {
        return true
      }
    }
    return false
  }

  private enum Name {
    case searchTerms, encoding, language, one, twenty, other
  }

  private func fill(_ name: Name, _ words: String, _ isInQuery: Bool, into filled: inout Writer) {
    switch name {
    case .searchTerms: FormEncoding.append(words, isInQuery: isInQuery, to: &filled)
    case .encoding: filled.append("UTF-8")
    case .language: filled.append("*")
    case .one: filled.append("1")
    case .twenty: filled.append("20")
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
    let isOptional = !range.isEmpty && bytes[range.upperBound - 1] == UInt8(ascii: "?")
    let name = bytes.extracting(range.lowerBound..<range.upperBound - (isOptional ? 1 : 0))
    if name.isEqualIgnoringCase("searchterms") { return .searchTerms }
    if name.isEqualIgnoringCase("inputencoding") { return .encoding }
    if name.isEqualIgnoringCase("outputencoding") { return .encoding }
    if name.isEqualIgnoringCase("startindex") { return .one }
    if name.isEqualIgnoringCase("startpage") { return .one }
    if name.isEqualIgnoringCase("count") { return .twenty }
    return name.isEqualIgnoringCase("language") && !isOptional ? .language : .other
  }
}

extension Writer {
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append($0.span) }
  }
}
