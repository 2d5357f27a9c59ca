import TestSupport
import Testing

@testable import LineEditing

struct ScreenPositionTests {
  @Test(arguments: [
    ("", 0, 0), ("abc", 0, 3), ("0123456789", 1, 0), ("01234567890", 1, 1), ("a\nb", 1, 1),
    ("a\tb", 0, 9), ("\u{1}", 0, 2), ("012345678日", 1, 2), ("01234567日", 1, 0),
    ("e\u{301}", 0, 1),
  ])
  func `text of ten columns wraps as libedit draws it`(text: String, row: Int, column: Int) {
    let position = ScreenPosition().after(text.unicodeScalars, columns: 10)
    #expect(position == ScreenPosition(row: row, column: column))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `two parts end at the same position as the whole`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("ab\t\n日é\u{1}".unicodeScalars)
    let text = (0..<40).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
    let columns = Int.random(in: 2...20, using: &random)
    let cut = Int.random(in: 0...text.count, using: &random)
    let first = ScreenPosition().after(text[..<cut], columns: columns)
    #expect(
      first.after(text[cut...], columns: columns)
        == ScreenPosition().after(text, columns: columns))
    #expect((0..<columns).contains(first.column))
  }
}
