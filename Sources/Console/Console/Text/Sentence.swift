internal import BrowserModel

extension String {
  /// With a capital and a full stop.
  var sentence: String { capitalized + "." }

  /// With a capital.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }

  /// A sentence as a part of a longer one: without its capital and its full stop.
  ///
  /// A word in capitals, such as URL, stays as it is.
  var clause: String {
    var text = self[...]
    if text.last == "." { text.removeLast() }
    guard let first = text.first, let second = text.dropFirst().first,
      second.isLowercase || second == " "
    else { return String(text) }
    return first.lowercased() + text.dropFirst()
  }
}

extension VisibleText {
  /// A number with its noun: `1 tab`, `3 tabs`.
  ///
  /// `many` is the plural where it is not the singular with an s.
  static func counted(_ count: Int, _ one: String, _ many: String? = nil) -> VisibleText {
    VisibleText(trusted: "\(count.grouped) \(count == 1 ? one : many ?? one + "s")")
  }
}

extension Int {
  /// With a comma after every three digits.
  var grouped: String {
    let digits = String(magnitude)
    var grouped = ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.count - offset) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return self < 0 ? "-\(grouped)" : grouped
  }
}

/// A word to look for in texts, whatever its case.
struct Needle {
  private let pattern: BytePattern
  private let text: String
  private let isASCII: Bool

  init(_ word: some StringProtocol) {
    text = word.lowercased()
    pattern = BytePattern(Array(text.utf8))
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Whether a text has it. The empty word is in every text. O(bytes · bytes of the word) at worst.
  func isIn(_ haystack: String) -> Bool {
    isIn(haystack.utf8.span.raw)
  }

  /// The same for a text in UTF-8.
  func isIn(_ haystack: RawSpan) -> Bool {
    guard !isASCII else { return pattern.isIn(haystack) }
    // Nearly all addresses are ASCII, and small letters of others have to be made first.
    guard haystack.byteOffsets.contains(where: { haystack[$0] >= 0x80 }) else { return false }
    return haystack.text.lowercased().contains(text)
  }
}

extension [Needle] {
  /// The words of a text, which spaces part.
  init(wordsOf text: String) { self = text.split(separator: " ").map { Needle($0) } }

  /// Whether each of them is in a title or a URL.
  func areIn(_ title: String, or url: String) -> Bool {
    allSatisfy { $0.isIn(url) || $0.isIn(title) }
  }
}
