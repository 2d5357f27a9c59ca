/// The sections of an input. The input is split at its first `#`. The part before the `#` is split
/// at its first `?`.
struct Sections {
  /// Everything before the query and the fragment.
  var body: Range<Int>
  /// The query without its `?`, or nil if there is no query.
  var query: Range<Int>?
  /// The fragment without its `#`, or nil if there is no fragment.
  var fragment: Range<Int>?

  /// Creates empty sections.
  init() {
    body = 0..<0
  }

  /// Splits a range of an input.
  init(_ input: Span<UInt8>, _ range: Range<Int>) {
    var end = range.upperBound
    if let hash = input.firstIndex(of: UInt8(ascii: "#"), in: range) {
      fragment = hash + 1..<end
      end = hash
    }
    if let mark = input.firstIndex(of: UInt8(ascii: "?"), in: range.lowerBound..<end) {
      query = mark + 1..<end
      end = mark
    }
    body = range.lowerBound..<end
  }

  /// Whether there is neither a query nor a fragment.
  var isOnlyBody: Bool { query == nil && fragment == nil }
}
