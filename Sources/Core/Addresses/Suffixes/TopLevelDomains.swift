/// The names of the root zone.
enum TopLevelDomains {
  /// Returns whether a name is in the root zone.
  ///
  /// - Parameter name: The name in lower case and in Punycode.
  /// - Complexity: O(log n)
  static func contains(_ name: Span<UInt8>) -> Bool {
    names.withSpan { list in
      var lower = 0
      var upper = list.count
      while lower < upper {
        let found = word(in: list, around: (lower + upper) / 2)
        switch list.extracting(found).compared(with: name) {
        case .same: return true
        case .before: lower = found.upperBound + 1
        case .after: upper = found.lowerBound
        }
      }
      return false
    }
  }

  /// Returns the range of the word at an offset, or of the word before the offset if there is a
  /// space at the offset.
  private static func word(in list: Span<UInt8>, around index: Int) -> Range<Int> {
    let space = UInt8(ascii: " ")
    var start = index
    while start > 0, list[start - 1] != space { start -= 1 }
    return start..<(list.firstIndex(of: space, in: start..<list.count) ?? list.count)
  }
}

/// The order of two names.
private enum Order {
  case before, same, after
}

extension Span<UInt8> {
  /// Compares two spans bytewise.
  fileprivate func compared(with other: Span<UInt8>) -> Order {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index] ? .before : .after
    }
    if count == other.count { return .same }
    return count < other.count ? .before : .after
  }
}
