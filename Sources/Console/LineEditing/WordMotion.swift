/// The words of a line, as libedit defines them.
enum WordMotion {
  /// Returns the number of scalars up to the end of the next word.
  static func distanceToEndOfWord(in text: ArraySlice<Unicode.Scalar>) -> Int {
    let start = text.firstIndex(where: isOfWord) ?? text.endIndex
    let end = text[start...].firstIndex { !isOfWord($0) } ?? text.endIndex
    return end - text.startIndex
  }

  /// Whether a scalar is part of a word. Source: `ce__isword` in libedit's `chared.c`.
  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || "*?_-.[]~=".unicodeScalars.contains(scalar)
  }
}
