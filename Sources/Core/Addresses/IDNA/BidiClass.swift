/// The bidirectional classes, by their names in the Unicode Standard.
enum BidiClass: UInt8, Sendable {
  case left, right, arabicLetter, arabicNumber, europeanNumber, europeanSeparator
  case commonSeparator, europeanTerminator, otherNeutral, boundaryNeutral, nonspacingMark, other

  /// Whether this is a class of right-to-left letters.
  var isRightToLeft: Bool { self == .right || self == .arabicLetter }
}
