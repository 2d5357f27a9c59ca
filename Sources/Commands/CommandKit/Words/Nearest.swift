/// Finds the name that a mistyped word most likely means.
package enum Nearest {
  /// Returns the most similar name, or nil if none is similar.
  ///
  /// Distance is Damerau-Levenshtein (optimal string alignment: insert, delete, replace, swap of
  /// neighbours), ignoring ASCII case. A name is similar to a word of up to four bytes if it
  /// differs by at most one slip, of up to eight bytes by two slips, otherwise by three. A name
  /// that begins with the word (two bytes or more) counts as one slip. The first of several equally
  /// similar names is returned. O(names · word²) with words of at most 64 bytes; a longer word has
  /// no nearest name.
  package static func name(to word: String, among names: some Sequence<String>) -> String? {
    let typed = folded(word)
    guard !typed.isEmpty, typed.count <= 64 else { return nil }
    let limit = typed.count <= 4 ? 1 : typed.count <= 8 ? 2 : 3
    var best: (name: String, distance: Int)?
    for name in names {
      let candidate = folded(name)
      guard let distance = slips(from: typed, to: candidate, atMost: limit) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns the distance in bytes between two words. ASCII case matters.
  package static func distance(_ first: String, _ second: String) -> Int {
    distance(Array(first.utf8), Array(second.utf8))
  }

  private static func slips(from typed: [UInt8], to name: [UInt8], atMost limit: Int) -> Int? {
    if typed.count >= 2, name.starts(with: typed) { return min(1, name.count - typed.count) }
    guard abs(typed.count - name.count) <= limit else { return nil }
    let distance = distance(typed, name)
    // Replacing every letter is not a slip.
    return distance <= limit && distance < max(typed.count, name.count) ? distance : nil
  }

  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforePrevious = [Int](repeating: 0, count: second.count + 1)
    var previous = Array(0...second.count)
    var current = previous
    for row in first.indices {
      current[0] = row + 1
      for column in second.indices {
        let isSame = first[row] == second[column]
        var cost = min(previous[column] + (isSame ? 0 : 1), current[column] + 1)
        cost = min(cost, previous[column + 1] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current[column + 1] = cost
      }
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    return previous[second.count]
  }

  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
  }
}
