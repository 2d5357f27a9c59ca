/// The part of a hint that is inserted word by word.
enum HintWord {
  /// Returns the first word, including the spaces before it. In an address, the word ends after the
  /// next slash.
  static func first(of hint: String) -> String {
    var word = String.UnicodeScalarView()
    var hasBegun = false
    for scalar in hint.unicodeScalars {
      if hasBegun, scalar == " " || word.last == "/" && scalar != "/" { break }
      word.append(scalar)
      if scalar != " " { hasBegun = true }
    }
    return String(word)
  }
}
