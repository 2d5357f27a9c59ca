/// The Public Suffix List as a graph: the file `public_suffix_list.dafsa`, which Linux
/// distributions install.
///
/// A node is a list of offsets of its branches, each as the distance from the one before. A
/// branch is some characters, the last of them with its high bit set, followed by a node. A
/// byte from `0x80` to `0x8F` in place of a character ends a name, and its low bits are the
/// rule. Other bytes below `0xA0` are parts of characters outside of ASCII. Source:
/// `make_dafsa.py` of Chromium, and libpsl.
public struct SuffixGraph: Sendable {
  /// The whole file.
  private let bytes: [UInt8]

  /// How such a file begins.
  private static let header = Array(".DAFSA@PSL_0   \n".utf8)

  /// Creates a graph from the bytes of the file.
  ///
  /// Only the header is checked. Bytes that are damaged after it lead to wrong answers,
  /// never to a trap.
  ///
  /// - Returns: Nil if the bytes do not begin like such a file.
  public init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: SuffixGraph.header) else { return nil }
    self.bytes = bytes
  }

  /// Returns what the list says about a name; an empty rule if it does not have it.
  ///
  /// - Complexity: O(n · b) for n bytes and the branches b of a node, some forty at most
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

  /// The branch of a node that goes on with a name, or at its end the one that ends it.
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

  /// The distance at an offset: one to three bytes, whose number is in two bits of the
  /// first.
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

  /// The character at an offset; 0, which no name has, after the end of the file.
  private func character(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] & 0x7F : 0 }

  /// The rule at the end of a name.
  private func rule(at index: Int) -> PublicSuffixes.Rule {
    let flags = bytes[index] & 0x0F
    if flags & 1 != 0 { return .exception }
    // A wildcard stands for the name itself, too.
    var rule: PublicSuffixes.Rule = flags & 2 != 0 ? [.suffix, .wildcard] : .suffix
    if flags & 4 == 0 { rule.insert(.isPrivate) }
    return rule
  }
}

extension PublicSuffixes {
  /// Creates suffixes from the list. Top-level domains that it does not have are taken from
  /// ``builtIn``, which may be newer.
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
