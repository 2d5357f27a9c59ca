/// An input cut at its first `#`, and before that at its first `?`.
struct Sections {
  var body: Range<Int>
  var query: Range<Int>?
  var fragment: Range<Int>?

  init() {
    body = 0..<0
  }

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

  var isOnlyBody: Bool { query == nil && fragment == nil }
}
