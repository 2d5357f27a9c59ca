/// The entries of a branch page or a leaf page that are completely inside the page.
///
/// LMDB stores the entries of a page contiguously at its end, so they fill the page from `upper` to
/// the end without a gap. A wrong offset or length of any entry leaves a gap or an overlap.
struct PageLayout {
  /// An entry.
  struct Node {
    /// The offset of the entry's header.
    let offset: Int
    let key: Range<Int>
    /// The offset of the value, which follows the key. Unused in a branch.
    let value: Int
    /// The size of the value in bytes, regardless of its location.
    let byteCount: Int
    let kind: Page.ValueKind
  }

  /// The readable entries, in the order of the page.
  private(set) var nodes: [Node] = []
  /// Whether all entries are readable and fill their part of the page without gaps.
  private(set) var isIntact = true

  private static let nodeHeader = 8

  init(_ page: Page, isLeaf: Bool) {
    let (size, lower, upper) = (
      page.bytes.count, Int(page.number16(12)), Int(page.number16(14))
    )
    guard lower >= PageFile.headerBytes, lower <= upper, upper <= size, lower % 2 == 0 else {
      isIntact = false
      return
    }
    nodes.reserveCapacity((lower - PageFile.headerBytes) / 2)
    var filled = 0
    var first = size
    for place in stride(from: PageFile.headerBytes, to: lower, by: 2) {
      let offset = Int(page.number16(place))
      guard offset >= upper, let node = Node(page, at: offset, isLeaf: isLeaf) else {
        isIntact = false
        continue
      }
      filled += node.length(isLeaf: isLeaf)
      first = min(first, offset)
      nodes.append(node)
    }
    if filled != size - upper || first != upper { isIntact = false }
  }
}

extension PageLayout.Node {
  private static let headerBytes = 8

  /// Reads an entry. Returns nil if the entry is not completely inside the page.
  fileprivate init?(_ page: Page, at offset: Int, isLeaf: Bool) {
    let size = page.bytes.count
    guard offset + Self.headerBytes <= size, offset % 2 == 0 else { return nil }
    let key = offset + Self.headerBytes
    let keyEnd = key + Int(page.number16(offset + 6))
    guard keyEnd <= size else { return nil }
    self.offset = offset
    self.key = key..<keyEnd
    value = keyEnd
    guard isLeaf else {
      (byteCount, kind) = (0, .here)
      return
    }
    guard let kind = Page.ValueKind(rawValue: page.number16(offset + 4)) else { return nil }
    self.kind = kind
    byteCount = Int(page.number32(offset))
    guard keyEnd + (kind == .elsewhere ? 8 : byteCount) <= size else { return nil }
  }

  /// Returns the number of bytes that the entry takes in the page.
  fileprivate func length(isLeaf: Bool) -> Int {
    let length = value - offset + (isLeaf ? (kind == .elsewhere ? 8 : byteCount) : 0)
    return length + length % 2
  }
}

extension Page {
  /// Whether keys are ascending and within bounds. The first key of a branch is ignored.
  func areInOrder(
    _ keys: [Range<Int>], isBranch: Bool, _ hasNumbers: Bool,
    within bounds: (lower: [UInt8]?, upper: [UInt8]?)
  ) -> Bool {
    let keys = isBranch ? keys.dropFirst() : keys[...]
    guard let first = keys.first, let last = keys.last else { return isBranch || keys.isEmpty }
    func isBelow(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
      hasNumbers
        ? left.reversed().lexicographicallyPrecedes(right.reversed())
        : left.lexicographicallyPrecedes(right)
    }
    if hasNumbers, !keys.allSatisfy({ $0.count == 8 }) { return false }
    if let lower = bounds.lower, isBelow(bytes[first], lower[...]) { return false }
    if let upper = bounds.upper, !isBelow(bytes[last], upper[...]) { return false }
    var previous = first
    for key in keys.dropFirst() {
      guard isBelow(bytes[previous], bytes[key]) else { return false }
      previous = key
    }
    return true
  }
}
