internal import BrowserModel
internal import EventCoding

/// The texts that one event loses, completely or partly.
struct TextLosses {
  private let texts: EventTexts
  /// The names of the fields that are removed completely.
  private var dropped: Set<String> = []
  /// The bytes that are removed from fields that are kept.
  private(set) var cuts: [EventRedactor.Cut] = []

  /// Creates an empty set of losses.
  ///
  /// - Parameter kept: The texts that the first pass has kept, or nil if it has kept all texts.
  init(_ texts: EventTexts, kept: EventRedactor.Fields? = nil) {
    self.texts = texts
    guard let kept else { return }
    for field in texts.fields where !kept.contains(EventRedactor.Fields(number: field.number)) {
      gone.insert(field.name)
    }
  }

  /// The names of the fields that were already removed.
  private var gone: Set<String> = []

  /// Whether nothing is lost.
  var isEmpty: Bool { dropped.isEmpty && cuts.isEmpty }

  /// The fields that are removed or cut.
  var fields: [EventTexts.Field] {
    texts.fields.filter { field in
      dropped.contains(field.name) || cuts.contains { $0.field == field.number }
    }
  }

  /// The fields to keep, possibly with cuts.
  var kept: EventRedactor.Fields { texts.kept(without: Array(dropped.union(gone))) }

  /// Returns a text that has not been removed.
  func field(_ name: String) -> EventTexts.Field? {
    dropped.contains(name) || gone.contains(name) ? nil : texts.fields.first { $0.name == name }
  }

  /// Removes a field completely.
  mutating func drop(_ name: String) {
    if let field = field(name) {
      dropped.insert(name)
      cuts.removeAll { $0.field == field.number }
    }
  }

  /// Cuts bytes out of a text. If nothing would be left, the text is removed.
  mutating func cut(_ ranges: [Range<Int>], of field: EventTexts.Field) {
    guard !ranges.isEmpty else { return }
    if ranges.reduce(0, { $0 + $1.count }) >= field.words.utf8.count { return drop(field.name) }
    cuts += ranges.map { EventRedactor.Cut(field: field.number, bytes: $0) }
  }
}

extension EventTexts.Field {
  /// Returns the bytes to cut out of a text with several lines, such as a chain of redirects.
  ///
  /// - Parameter ranges: Returns the bytes to cut out of a line, or nil for the entire line.
  /// - Returns: The bytes in the entire text, and whether any line is removed completely.
  func linesToCut(
    _ ranges: (String) -> [Range<Int>]?
  ) -> (ranges: [Range<Int>], hasWhole: Bool) {
    var found: [Range<Int>] = []
    var hasWhole = false
    var start = 0
    for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
      let end = start + line.utf8.count
      if let parts = ranges(String(line)) {
        found += parts.map { ($0.lowerBound + start)..<($0.upperBound + start) }
      } else {
        hasWhole = true
        found.append(withLineEnd(start..<end))
      }
      start = end + 1
    }
    return (found, hasWhole)
  }

  /// Returns the range of a line, including the newline after the line, or the newline before it if
  /// the line is the last.
  private func withLineEnd(_ range: Range<Int>) -> Range<Int> {
    if range.upperBound < words.utf8.count { return range.lowerBound..<(range.upperBound + 1) }
    return max(0, range.lowerBound - 1)..<range.upperBound
  }

  /// Returns the ranges of the lines that overlap the given ranges, each with one adjacent newline.
  func linesAround(_ ranges: [Range<Int>]) -> [Range<Int>] {
    guard !ranges.isEmpty else { return [] }
    var found: [Range<Int>] = []
    var start = 0
    for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
      let range = start..<(start + line.utf8.count)
      if ranges.contains(where: { $0.overlaps(range) }) { found.append(withLineEnd(range)) }
      start = range.upperBound + 1
    }
    return found
  }

  /// Returns the ranges of the space-separated words around the given ranges, each with one
  /// adjacent space.
  func wordsAround(_ ranges: [Range<Int>]) -> [Range<Int>] {
    let bytes = Array(words.utf8)
    return ranges.map { range in
      var (start, end) = (range.lowerBound, range.upperBound)
      while start > 0, bytes[start - 1] != 0x20 { start -= 1 }
      while end < bytes.count, bytes[end] != 0x20 { end += 1 }
      // One of the adjacent spaces is removed too.
      if end < bytes.count { end += 1 } else if start > 0 { start -= 1 }
      return start..<end
    }
  }
}
