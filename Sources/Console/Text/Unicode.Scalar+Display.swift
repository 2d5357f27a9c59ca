extension Unicode.Scalar {
  /// Whether a terminal would obey the character, or show nothing for it.
  ///
  /// Controls (C0, DEL, C1), line and paragraph separators, format characters (directions,
  /// joiners, tags), fillers and noncharacters. Variation selectors only choose among pictures,
  /// and the prepended marks of Unicode chapter 9 are visible: both are ordinary text.
  var isInvisible: Bool {
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

  /// Whether the character is drawn on the one before it.
  var isMark: Bool {
    guard value >= 0x300 else { return false }
    let category = properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  /// The columns that the character takes on a terminal: 0, 1 or 2.
  ///
  /// The same in every locale, unlike `wcwidth`. Sequences are not joined: each part of a flag or
  /// of a family counts by itself, which is what most terminals show.
  var columns: Int {
    guard value >= 0x300 else { return 1 }
    if isWide { return 2 }
    if isMark || isJoinedHangul { return 0 }
    return properties.generalCategory == .format && !isPrependedMark ? 0 : 1
  }

  private var isPrependedMark: Bool {
    switch value {
    case 0x600...0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd: true
    default: false
    }
  }

  private var isJoinedHangul: Bool {
    0x1160...0x11ff ~= value || 0xd7b0...0xd7ff ~= value
  }

  private var isWide: Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if value > wideRanges[middle].upperBound {
        low = middle + 1
      } else if value < wideRanges[middle].lowerBound {
        high = middle
      } else {
        return true
      }
    }
    return false
  }
}

// East Asian Width W and F of Unicode 14, joined over unassigned gaps; the blocks kept for emoji
// (1F6DC-1F6DF, 1FA70-1FAFF) and for ideographs (planes 2 and 3) are wide to their ends.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115f, 0x231a...0x231b, 0x2329...0x232a, 0x23e9...0x23ec, 0x23f0...0x23f0,
  0x23f3...0x23f3, 0x25fd...0x25fe, 0x2614...0x2615, 0x2648...0x2653, 0x267f...0x267f,
  0x2693...0x2693, 0x26a1...0x26a1, 0x26aa...0x26ab, 0x26bd...0x26be, 0x26c4...0x26c5,
  0x26ce...0x26ce, 0x26d4...0x26d4, 0x26ea...0x26ea, 0x26f2...0x26f3, 0x26f5...0x26f5,
  0x26fa...0x26fa, 0x26fd...0x26fd, 0x2705...0x2705, 0x270a...0x270b, 0x2728...0x2728,
  0x274c...0x274c, 0x274e...0x274e, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
  0x27b0...0x27b0, 0x27bf...0x27bf, 0x2b1b...0x2b1c, 0x2b50...0x2b50, 0x2b55...0x2b55,
  0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf, 0x4e00...0xa4c6, 0xa960...0xa97c,
  0xac00...0xd7a3, 0xf900...0xfad9, 0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60,
  0xffe0...0xffe6, 0x16fe0...0x1b2fb, 0x1f004...0x1f004, 0x1f0cf...0x1f0cf, 0x1f18e...0x1f18e,
  0x1f191...0x1f19a, 0x1f200...0x1f320, 0x1f32d...0x1f335, 0x1f337...0x1f37c, 0x1f37e...0x1f393,
  0x1f3a0...0x1f3ca, 0x1f3cf...0x1f3d3, 0x1f3e0...0x1f3f0, 0x1f3f4...0x1f3f4, 0x1f3f8...0x1f43e,
  0x1f440...0x1f440, 0x1f442...0x1f4fc, 0x1f4ff...0x1f53d, 0x1f54b...0x1f54e, 0x1f550...0x1f567,
  0x1f57a...0x1f57a, 0x1f595...0x1f596, 0x1f5a4...0x1f5a4, 0x1f5fb...0x1f64f, 0x1f680...0x1f6c5,
  0x1f6cc...0x1f6cc, 0x1f6d0...0x1f6d2, 0x1f6d5...0x1f6df, 0x1f6eb...0x1f6ec, 0x1f6f4...0x1f6fc,
  0x1f7e0...0x1f7f0, 0x1f90c...0x1f93a, 0x1f93c...0x1f945, 0x1f947...0x1f9ff, 0x1fa70...0x1faff,
  0x20000...0x3fffd,
]
