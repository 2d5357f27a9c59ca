/// The parts in which a hint is taken.
enum WordOfHint {
  /// The first word with the blanks before it; an address is taken up to its next slash.
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
