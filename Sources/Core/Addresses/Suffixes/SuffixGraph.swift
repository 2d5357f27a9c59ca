/// The Public Suffix List as a graph: the file `public_suffix_list.dafsa`, which Linux
/// distributions install.
///
/// A node is a list of the offsets of its branches. Each offset is stored as its distance from the
/// previous offset. A branch consists of characters, the last of which has its high bit set,
/// followed by a node. A byte from `0x80` to `0x8F` instead of a character ends a name, and its low
/// bits are the rule. Other bytes below `0xA0` are parts of non-ASCII characters. Source:
/// `make_dafsa.py` of Chromium, and libpsl.
public struct SuffixGraph: Sendable {
  /// The bytes of the file.
  private let bytes: [UInt8]

  /// The header of the file.
  private static let header = Array(".DAFSA@PSL_0   \n".utf8)

  /// Creates a graph from the bytes of the file.
  ///
  /// Only the header is checked. Damage after the header leads to wrong answers, but never to a
  /// trap.
  ///
  /// - Returns: Nil if the bytes do not begin with the header.
  public init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: SuffixGraph.header) else { return nil }
    self.bytes = bytes
  }

  /// Returns the entry of the list for a name, or an empty rule if the list does not contain the
  /// name.
  ///
  /// - Complexity: O(n · b) for n bytes and at most b branches per node, where b is about forty
  public func rule(for name: Span<UInt8>) -> PublicSuffixes.Rule {
    var node = SuffixGraph.header.count
    var position = 0
    while let branch = branch(of: node, for: name, at: position) {
      var index = branch
      var isLast = false
      while !isLast {
        if position == name.count { return isEnd(index) ? rule(at: index) : [] }
        guard !isEnd(index), character(index) == name[position] else { return [] }
        guard index < bytes.count else { return [] }
        isLast = bytes[index] & 0x80 != 0
        index += 1
        position += 1
      }
      node = index
    }
    return []
  }

  /// Returns the branch of a node that continues a name or, at the end of the name, the branch that
  /// ends the name.
  private func branch(of node: Int, for name: Span<UInt8>, at position: Int) -> Int? {
    var index = node
    var branch = node
    while index < bytes.count {
      let (distance, length) = distance(at: index)
      branch += distance
      guard branch < bytes.count else { return nil }
      let fits =
        position == name.count
        ? isEnd(branch) : !isEnd(branch) && character(branch) == name[position]
      if fits { return branch }
      guard bytes[index] & 0x80 == 0 else { return nil }
      index += length
    }
    return nil
  }

  /// Returns the distance stored at an offset, and the number of bytes that the distance takes,
  /// from one to three. Two bits of the first byte state the number of bytes.
  private func distance(at index: Int) -> (value: Int, length: Int) {
    let first = Int(bytes[index])
    let second = index + 1 < bytes.count ? Int(bytes[index + 1]) : 0
    let third = index + 2 < bytes.count ? Int(bytes[index + 2]) : 0
    return switch first & 0x60 {
    case 0x60: ((first & 0x1F) << 16 | second << 8 | third, 3)
    case 0x40: ((first & 0x1F) << 8 | second, 2)
    default: (first & 0x3F, 1)
    }
  }

  /// Whether a name ends at an offset.
  private func isEnd(_ index: Int) -> Bool { index < bytes.count && bytes[index] & 0xF0 == 0x80 }

  /// Returns the character at an offset, or 0 after the end of the file. No name contains 0.
  private func character(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] & 0x7F : 0 }

  /// Returns the rule at the end of a name.
  private func rule(at index: Int) -> PublicSuffixes.Rule {
    let flags = bytes[index] & 0x0F
    if flags & 1 != 0 { return .exception }
    // A wildcard also applies to the name itself.
    var rule: PublicSuffixes.Rule = flags & 2 != 0 ? [.suffix, .wildcard] : .suffix
    if flags & 4 == 0 { rule.insert(.isPrivate) }
    return rule
  }
}

extension PublicSuffixes {
  /// Creates suffixes from the list. Top-level domains that the list does not contain are looked up
  /// in ``builtIn``, which may be newer.
  public init(_ graph: SuffixGraph) {
    self.init { name in
      let rule = graph.rule(for: name)
      let isTopLevel = rule.isEmpty && !name.contains(UInt8(ascii: "."))
      return isTopLevel && TopLevelDomains.contains(name) ? .suffix : rule
    }
  }
}

extension Span<UInt8> {
  fileprivate func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte, in: indices) != nil }
}
