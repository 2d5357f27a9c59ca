import CommandKit
import Notation
import TestSupport
import Testing

@Suite struct SafeTextTests {
  @Test(arguments: [
    Case("plain", "abc", "abc"), Case("letters", "é ж 日本 👍", "é ж 日本 👍"),
    Case("newlines and tabs", "a\nb\r\tc", #"a\nb\r\tc"#),
    Case("newline of Windows", "a\r\nb", #"a\r\nb"#),
    Case("terminal escape", "\u{1b}]2;owned\u{1b}\\after", #"\u{1b}]2;owned\u{1b}\after"#),
    Case("NUL and DEL", "\0\u{7f}", #"\u{0}\u{7f}"#),
    Case("C1", "\u{9d}0;x\u{9c}", #"\u{9d}0;x\u{9c}"#),
    Case("override", "gpj.\u{202e}exe", #"gpj.\u{202e}exe"#),
    Case("isolates", "\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#),
    Case("marks of direction", "\u{200e}\u{200f}\u{61c}", #"\u{200e}\u{200f}\u{61c}"#),
    Case("zero width", "a\u{200b}b\u{feff}", #"a\u{200b}b\u{feff}"#),
    Case("joined emoji", "👩‍🚀 👩🏽‍🚀 🏳️‍🌈", "👩‍🚀 👩🏽‍🚀 🏳️‍🌈"),
    Case("a family", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
    Case("joiner in a word", "pay\u{200d}pal 1\u{200d}2", #"pay\u{200d}pal 1\u{200d}2"#),
    Case("joiner at an end", "👩\u{200d}", "👩\\u{200d}"),
    Case("joiner at a beginning", "\u{200d}👩", "\\u{200d}👩"),
    Case("two joiners", "👩\u{200d}\u{200d}🚀", "👩\\u{200d}\\u{200d}🚀"),
    Case("too many joined emoji", "👩‍👩‍👩‍👩\u{200d}👩", "👩‍👩‍👩‍👩\\u{200d}👩"),
    Case("soft hyphen", "a\u{ad}b", #"a\u{ad}b"#),
    Case("line separators", "\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
    Case("fillers", "\u{115f}\u{3164}\u{34f}", #"\u{115f}\u{3164}\u{34f}"#),
    Case("tags", "\u{e0041}", #"\u{e0041}"#), Case("noncharacter", "\u{fffe}", #"\u{fffe}"#),
    Case("variation selector", "\u{2764}\u{fe0f}", "\u{2764}\u{fe0f}"),
    Case("visible format character", "\u{600}", "\u{600}"),
    Case("accent", "e\u{301}", "e\u{301}"), Case("accent first", "\u{301}e", "\u{25cc}\u{301}e"),
    Case("accent after an escape", "\n\u{301}", "\\n\u{25cc}\u{301}"),
    Case("accent on a space", " \u{301}", " \u{301}"),
    Case(
      "many accents", "e" + String(repeating: "\u{301}", count: 500) + "f",
      "e" + String(repeating: "\u{301}", count: 8) + "…f"),
  ])
  func `text becomes visible`(row: Case<String, String>) {
    #expect(Array(SafeText(row.input).text.unicodeScalars) == Array(row.expected.unicodeScalars))
  }

  @Test func `literals are trusted, and interpolated text is not`() {
    let title = "a\u{1b}[2J"
    let inner: SafeText = "\u{1b}[1mb\u{1b}[0m"
    let text: SafeText = "\(title)\t\(inner) \(title[...]) \(42) \(1.5)"
    #expect(text.text == "a\\u{1b}[2J\t\u{1b}[1mb\u{1b}[0m a\\u{1b}[2J 42 1.5")
  }

  @Test(arguments: [
    Case("empty", "", 0), Case("ASCII", "abc", 3), Case("accent", "e\u{301}", 1),
    Case("Latin", "é", 1), Case("Japanese", "日本", 4), Case("Korean", "한글", 4),
    Case("Korean in parts", "\u{1112}\u{1161}\u{11ab}", 2), Case("full width", "Ａ！", 4),
    Case("half width", "ｱ", 1), Case("emoji", "👍", 2), Case("new emoji", "\u{1fae8}", 2),
    Case("heart", "\u{2764}\u{fe0f}", 1), Case("flag", "🇩🇪", 2), Case("joined emoji", "a👩🏽‍🚀b", 6),
    Case("family", "👨‍👩‍👧‍👦", 2), Case("ellipsis", "…", 1),
    Case("Hebrew points", "שָׁ", 1), Case("plane 2", "\u{20000}", 2), Case("escape", "\u{1b}", 6),
  ])
  func `text occupies columns`(row: Case<String, Int>) {
    #expect(SafeText(row.input).columns == row.expected)
  }

  @Test(arguments: [
    Case("fits", ("abc", 3), "abc"), Case("cut", ("abcd", 3), "ab…"),
    Case("one column", ("abcd", 1), "…"), Case("none", ("abcd", 0), ""),
    Case("negative", ("abcd", -1), ""), Case("wide fits", ("日本", 4), "日本"),
    Case("wide is not halved", ("日本語", 4), "日…"), Case("wide to the column", ("日本語", 5), "日本…"),
    Case("accents stay with letters", ("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}…"),
  ])
  func `text is cut to a width`(row: Case<(String, Int), String>) {
    let cut = SafeText(row.input.0).truncated(toColumns: row.input.1)
    #expect(cut.text == row.expected)
    #expect(cut.columns <= max(0, row.input.1))
  }

  @Test func `colours occupy no columns and end at a truncation`() {
    let text = Style.colored.apply(.bold, .red, to: "abcdef")
    #expect(text.text == "\u{1b}[1;31mabcdef\u{1b}[0m")
    #expect(text.columns == 6)
    #expect(text.truncated(toColumns: 4).text == "\u{1b}[1;31mabc…\u{1b}[0m")
    #expect(text.padded(toColumns: 8).columns == 8)
  }

  @Test func `text is padded on either side`() {
    let text: SafeText = "日"
    #expect(text.padded(toColumns: 4).text == "日  ")
    #expect(text.padded(toColumns: 4, alignment: .right).text == "  日")
    #expect(text.padded(toColumns: 1).text == "日")
  }

  @Test(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
  func `hostile text becomes harmless`() throws {
    let rows = try Corpora.lines("hostile/texts.jsonl", as: HostileTextTests.Row.self)
    for row in rows {
      let visible = SafeText(row.text)
      #expect(!visible.text.withoutEmojiJoiners.contains(where: isObeyed), "\(row.name)")
      #expect(visible.truncated(toColumns: 20).columns <= 20, "\(row.name)")
      #expect(visible.text.unicodeScalars.count < 1000, "\(row.name)")
      var json = JSONWriter()
      json.value(row.text)
      #expect(!json.text.unicodeScalars.contains(where: isObeyed), "\(row.name)")
    }
    #expect(!rows.isEmpty)
  }

  private func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    let categories: [Unicode.GeneralCategory] = [
      .control, .format, .lineSeparator, .paragraphSeparator,
    ]
    return categories.contains(scalar.properties.generalCategory)
  }
}

extension String {
  /// The characters except the joiners between two emoji.
  var withoutEmojiJoiners: [Unicode.Scalar] {
    let scalars = Array(unicodeScalars)
    func isEmoji(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { $0.value > 0xFF && $0.properties.isEmoji } ?? false
    }
    return scalars.indices.filter { place in
      guard scalars[place].value == 0x200D else { return true }
      let before = scalars[..<place].last { $0.value != 0xFE0F }
      return !(isEmoji(before) && place + 1 < scalars.count && isEmoji(scalars[place + 1]))
    }.map { scalars[$0] }
  }
}
