import Testing

@testable import Catalogue

/// Matching of search words in texts.
@Suite struct SearchPatternTests {
  @Test(arguments: [
    ("creme", "Crème brûlée"), ("CRÈME", "creme"), ("brulee", "bru\u{302}le\u{301}e"),
    ("naïve", "Naive"), ("uberall", "Überall"), ("istanbul", "İstanbul"), ("тест", "ТЕСТ"),
    ("елка", "Ёлка"), ("αθηνα", "Αθήνα"), ("viet", "Việt Nam"), ("nam", "Việt Nam"),
    ("日本", "日本語"), ("が", "か\u{3099}"), ("か\u{3099}", "が"), ("한", "\u{1112}\u{1161}\u{11AB}"),
    ("ｆｕｌｌ", "ＦＵＬＬ"), ("𐐨", "𐐀"), ("e", "é日本"), ("", "x"),
  ])
  func `a word is found regardless of case and accents`(word: String, text: String) {
    #expect(SearchPattern(word).isIn(text))
    #expect([SearchPattern(word)].areIn(["", text]))
  }

  @Test(arguments: [
    ("日本人", "日本語"), ("か", "が"), ("가", "각"), ("тесты", "тест"), ("o", "ß"), ("a", "日本"),
  ])
  func `a word that does not occur is not found`(word: String, text: String) {
    #expect(!SearchPattern(word).isIn(text))
    #expect(![SearchPattern(word)].areIn(["", text]))
  }

  @Test func `each word must be in one of the texts`() {
    let words = [SearchPattern](wordsOf: "creme swift тест")
    #expect(words.areIn(["Crème — ТЕСТ", "https://swift.org/"]))
    #expect(!words.areIn(["Crème", "https://swift.org/"]))
  }
}
