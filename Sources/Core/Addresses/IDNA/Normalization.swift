/// Unicode normalisation form C (UAX 15, sections 1.3 and 16).
///
/// Code points whose canonical decomposition cannot be composed again are left unchanged, because
/// the mapping of UTS 46 has already replaced them.
package enum Normalization {
  /// Returns code points in form C. O(n log n) at worst, or O(n) without combining marks.
  package static func composed(_ input: [UInt32]) -> [UInt32] {
    guard input.contains(where: { $0 >= 0x300 }) else { return input }
    var decomposed: [UInt32] = []
    decomposed.reserveCapacity(input.count)
    for code in input { decompose(code, into: &decomposed) }
    var classes = decomposed.map { $0 < 0x300 ? 0 : CodePointProperties($0).combiningClass }
    reorder(&decomposed, &classes)
    return compose(decomposed, classes)
  }

  /// Appends the canonical decomposition of a code point.
  package static func decompose(_ code: UInt32, into result: inout [UInt32]) {
    guard code >= 0xC0 else {
      result.append(code)
      return
    }
    if let syllable = Hangul.decompose(code) {
      result += syllable
      return
    }
    guard let pair = UnicodeTables.decompositions.value(of: UInt64(code)) else {
      result.append(code)
      return
    }
    let key = UnicodeTables.compositions.key(record: Int(pair))
    decompose(UInt32(truncatingIfNeeded: key >> 24), into: &result)
    result.append(UInt32(truncatingIfNeeded: key & 0xFF_FFFF))
  }

  /// Sorts each run of marks by combining class. The sort is stable.
  private static func reorder(_ codes: inout [UInt32], _ classes: inout [UInt8]) {
    var start = 0
    while start < codes.count {
      guard classes[start] != 0 else {
        start += 1
        continue
      }
      var end = start
      var isOrdered = true
      while end < codes.count, classes[end] != 0 {
        isOrdered = isOrdered && (end == start || classes[end - 1] <= classes[end])
        end += 1
      }
      if !isOrdered {
        // The key is the class, then the position, which makes any sort stable.
        var keys = (start..<end).map { UInt64(classes[$0]) << 32 | UInt64($0 - start) }
        keys.sort()
        let marks = Array(codes[start..<end])
        for (offset, key) in keys.enumerated() {
          codes[start + offset] = marks[Int(key & 0xFFFF_FFFF)]
          classes[start + offset] = UInt8(key >> 32)
        }
      }
      start = end
    }
  }

  /// Composes pairs that are not blocked.
  private static func compose(_ codes: [UInt32], _ classes: [UInt8]) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(codes.count)
    var starter: Int?
    var lastClass: UInt8 = 0
    for (index, code) in codes.enumerated() {
      let isBlocked = starter.map { $0 + 1 < result.count && lastClass >= classes[index] } ?? true
      if let starter, !isBlocked, let composite = composite(result[starter], code) {
        result[starter] = composite
        continue
      }
      if classes[index] == 0 { starter = result.count }
      lastClass = classes[index]
      result.append(code)
    }
    return result
  }

  /// Returns the composition of a pair, or nil if the pair does not compose.
  private static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    Hangul.compose(first, second)
      ?? UnicodeTables.compositions.value(of: UInt64(first) << 24 | UInt64(second))
  }
}

/// Hangul syllables, which compose by arithmetic (Unicode Standard, section 3.12).
private enum Hangul {
  static let syllables: UInt32 = 0xAC00
  static let leads: UInt32 = 0x1100
  static let vowels: UInt32 = 0x1161
  static let tails: UInt32 = 0x11A7

  /// Returns the two or three letters of a syllable, or nil for other code points.
  static func decompose(_ code: UInt32) -> [UInt32]? {
    guard code >= syllables, code - syllables < 11172 else { return nil }
    let index = code - syllables
    let tail = index % 28
    let pair = [leads + index / 588, vowels + index % 588 / 28]
    return tail == 0 ? pair : pair + [tails + tail]
  }

  /// Returns the syllable composed of two code points, or nil if the code points do not compose.
  static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if first >= leads, first - leads < 19, second >= vowels, second - vowels < 21 {
      return syllables + ((first - leads) * 21 + second - vowels) * 28
    }
    guard first >= syllables, first - syllables < 11172, (first - syllables) % 28 == 0,
      second > tails, second - tails < 28
    else { return nil }
    return first + second - tails
  }
}
