internal import BrowserModel

extension String {
  /// The text with a capital first letter and a full stop.
  package var sentence: String { capitalized + "." }

  /// The text with a capital first letter.
  package var capitalized: String { prefix(1).uppercased() + dropFirst() }

  /// The sentence in the form used inside a longer sentence, without its capital and its full stop.
  ///
  /// If the first word is in capitals, such as URL, it is unchanged.
  package var clause: String {
    var text = self[...]
    if text.last == "." { text.removeLast() }
    guard let first = text.first, let second = text.dropFirst().first,
      second.isLowercase || second == " "
    else { return String(text) }
    return first.lowercased() + text.dropFirst()
  }
}

extension SafeText {
  /// Returns a number with its noun: `1 tab`, `3 tabs`.
  ///
  /// `many` is the plural, or nil if the plural is the singular with an “s”.
  package static func counted(_ count: Int, _ one: String, _ many: String? = nil) -> SafeText {
    SafeText(trusted: "\(count.grouped) \(count == 1 ? one : many ?? one + "s")")
  }
}

extension Int {
  /// The number with commas between groups of three digits.
  package var grouped: String {
    let digits = String(magnitude)
    var grouped = ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.count - offset) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return self < 0 ? "-\(grouped)" : grouped
  }
}
