/// The states "path start", "path" and "opaque path" of the standard's parser.
extension Parser {
  /// Writes a path from its start. An empty path becomes `/` if the scheme is special.
  mutating func parsePath(_ input: Span<UInt8>, _ rest: Range<Int>) {
    let special = isSpecial
    if let first = rest.first {
      let skipped = input[first].isSlash(special: special) ? 1 : 0
      parseSegments(input, rest.lowerBound + skipped..<rest.upperBound)
    } else if special {
      writer.append(UInt8(ascii: "/"))
    }
    writer.endPath()
  }

  /// Appends segments to the path written so far. `.` and `..` are resolved.
  mutating func parseSegments(_ input: Span<UInt8>, _ rest: Range<Int>) {
    let special = isSpecial
    if writer.layout.scheme != .file, !input.needsSegmentWork(rest, special: special) {
      writer.append(UInt8(ascii: "/"))
      writer.append(input.extracting(rest), encoding: .path)
      return
    }
    var start = rest.lowerBound
    while true {
      var end = start
      while end < rest.upperBound, !input[end].isSlash(special: special) { end += 1 }
      addSegment(input, start..<end, isLast: end == rest.upperBound)
      guard end < rest.upperBound else { return }
      start = end + 1
    }
  }

  /// Appends one segment, or resolves the segment if it is `.` or `..`.
  private mutating func addSegment(_ input: Span<UInt8>, _ segment: Range<Int>, isLast: Bool) {
    switch input.dots(segment) {
    case 2:
      writer.shortenPath()
      if isLast { writer.append(UInt8(ascii: "/")) }
    case 1:
      if isLast { writer.append(UInt8(ascii: "/")) }
    default:
      let isFirst = writer.pathIsEmpty
      writer.append(UInt8(ascii: "/"))
      if isFirst, writer.layout.scheme == .file, segment.count == 2,
        input.startsWithDriveLetter(segment)
      {
        writer.append(input[segment.lowerBound])
        writer.append(UInt8(ascii: ":"))
      } else {
        writer.append(input.extracting(segment), encoding: .path)
      }
    }
  }

  /// Writes an opaque path. A space before the query or fragment is encoded, because the space
  /// would be lost if the query and fragment were removed later.
  mutating func parseOpaquePath(_ input: Span<UInt8>, _ rest: Range<Int>) {
    var end = rest.upperBound
    let endsInSpace = !sections.isOnlyBody && !rest.isEmpty && input[end - 1] == UInt8(ascii: " ")
    if endsInSpace { end -= 1 }
    writer.append(input.extracting(rest.lowerBound..<end), encoding: .control)
    if endsInSpace { writer.appendEncoded(UInt8(ascii: " ")) }
  }
}

extension Span<UInt8> {
  /// Returns whether a path contains segments that begin with a dot, or backslashes that act as
  /// separators. Otherwise, the path can be copied unchanged.
  func needsSegmentWork(_ range: Range<Int>, special: Bool) -> Bool {
    guard let first = range.first else { return false }
    if beginsWithDot(range) || special && self[first] == UInt8(ascii: "\\") { return true }
    var index = first + 1
    while index < range.upperBound {
      let start = Swift.min(index, range.upperBound - Block.count)
      if start > 0, case let block = Block(self, at: start), block.isPlain,
        !block.mayBeginDotSegment(after: Block(self, at: start - 1))
      {
        index = start + Block.count
        continue
      }
      let stop = Swift.min(index + Block.count, range.upperBound)
      while index < stop {
        if special, self[index] == UInt8(ascii: "\\") { return true }
        if self[index - 1] == UInt8(ascii: "/"), beginsWithDot(index..<range.upperBound) {
          return true
        }
        index += 1
      }
    }
    return false
  }

  /// Whether a range begins with a dot or `%2e`.
  private func beginsWithDot(_ range: Range<Int>) -> Bool {
    let start = range.lowerBound
    if self[start] == UInt8(ascii: ".") { return true }
    return range.count >= 3 && self[start] == UInt8(ascii: "%")
      && self[start + 1] == UInt8(ascii: "2") && self[start + 2].lowercased == UInt8(ascii: "e")
  }

  /// Returns 1 for the segment `.`, 2 for `..`, and 0 for other segments. `%2e` counts as a dot.
  fileprivate func dots(_ segment: Range<Int>) -> Int {
    guard segment.count <= 6 else { return 0 }
    var count = 0
    var index = segment.lowerBound
    while index < segment.upperBound {
      if self[index] == UInt8(ascii: ".") {
        index += 1
      } else if beginsWithDot(index..<segment.upperBound) {
        index += 3
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }
}
