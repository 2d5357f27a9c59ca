/// The states "file", "file slash" and "file host" of the standard's parser.
extension Parser {
  /// Parses the text after `file:`, or text relative to a base that is a file URL.
  ///
  /// - Returns: False if the host is not valid.
  mutating func parseFile(_ input: Span<UInt8>, _ rest: Range<Int>, base: URL?) -> Bool {
    if let first = rest.first, input[first].isSlash(special: true) {
      if rest.count > 1, input[first + 1].isSlash(special: true) {
        return parseFileHost(input, first + 2..<rest.upperBound)
      }
      parseFileSlash(input, first + 1..<rest.upperBound, base: base)
      return true
    }
    guard let base else {
      writer.beginAuthority()
      parsePath(input, rest)
      return true
    }
    writer.copyAuthority(of: base)
    if rest.isEmpty {
      writer.copyPath(of: base)
      inheritsQuery = true
      return true
    }
    if !input.startsWithDriveLetter(rest) {
      writer.copyPath(of: base)
      writer.shortenPath()
    }
    parseSegments(input, rest)
    return true
  }

  /// Parses the text after one slash. The drive letter of a base is preserved.
  private mutating func parseFileSlash(_ input: Span<UInt8>, _ rest: Range<Int>, base: URL?) {
    guard let base else {
      writer.beginAuthority()
      parseSegments(input, rest)
      return
    }
    writer.copyAuthority(of: base)
    if !input.startsWithDriveLetter(rest) {
      let path = base.layout.path(total: base.href.utf8.count)
      let bytes = base.href.utf8.span
      let first = path.lowerBound + 1
      if bytes.isNormalizedDriveLetter(at: first, end: path.upperBound),
        path.count == 3 || bytes[first + 2] == UInt8(ascii: "/")
      {
        writer.append(bytes.extracting(path.lowerBound..<first + 2))
      }
    }
    parseSegments(input, rest)
  }

  /// Parses the text after two slashes. A drive letter there is not a host.
  private mutating func parseFileHost(_ input: Span<UInt8>, _ rest: Range<Int>) -> Bool {
    var end = rest.lowerBound
    while end < rest.upperBound, !input[end].isSlash(special: true) { end += 1 }
    writer.beginAuthority()
    let host = rest.lowerBound..<end
    if host.count == 2, input.startsWithDriveLetter(host) {
      parseSegments(input, rest)
      return true
    }
    guard parseFileHostName(input, host) else { return false }
    parsePath(input, end..<rest.upperBound)
    return true
  }

  /// Writes the host of a file URL; `localhost` becomes empty.
  ///
  /// - Returns: False if the host is not valid.
  mutating func parseFileHostName(_ input: Span<UInt8>, _ host: Range<Int>) -> Bool {
    guard !host.isEmpty else { return true }
    guard parseHost(input.extracting(host)) else { return false }
    let start = writer.layout.hostStart
    if writer.ends(in: "localhost", from: start) { writer.removeLast(from: start) }
    writer.endHost()
    return true
  }
}

extension Span<UInt8> {
  /// Returns whether a range begins with a Windows drive letter: a letter and `:` or `|`,
  /// then the end or a slash.
  func startsWithDriveLetter(_ range: Range<Int>) -> Bool {
    guard range.count >= 2 else { return false }
    let second = self[range.lowerBound + 1]
    guard self[range.lowerBound].isLetter,
      second == UInt8(ascii: ":") || second == UInt8(ascii: "|")
    else { return false }
    return range.count == 2 || self[range.lowerBound + 2].isSlash(special: true)
  }

  /// Returns whether there is a letter followed by a colon at an offset.
  func isNormalizedDriveLetter(at start: Int, end: Int) -> Bool {
    start + 2 <= end && self[start].isLetter && self[start + 1] == UInt8(ascii: ":")
  }
}
