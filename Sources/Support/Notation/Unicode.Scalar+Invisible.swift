extension Unicode.Scalar {
  /// Whether a terminal would obey the character, or show nothing for it.
  ///
  /// Controls (C0, DEL, C1), line and paragraph separators, format characters (directions,
  /// joiners, tags), fillers and noncharacters. Variation selectors only choose among pictures,
  /// and the prepended marks of Unicode chapter 9 are visible: both are ordinary text.
  package var isInvisible: Bool {
    if value < 0x20 || 0x7f..<0xa0 ~= value { return true }
    if value < 0xad { return false }
    let properties = properties
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
    case .format: return !isPrependedMark
    case .unassigned:
      return properties.isNoncharacterCodePoint || properties.isDefaultIgnorableCodePoint
    default: return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
  }

  /// Whether it is a format character that is shown, before the digits that it encloses.
  package var isPrependedMark: Bool {
    switch value {
    case 0x600...0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd: true
    default: false
    }
  }
}
