internal import Foundation

/// The pages of an intact LMDB data file, for tests that damage it.
public struct DataPages {
  public static let pageBytes = 4_096

  /// A leaf of the newest state of a table. Its keys are converted to numbers.
  public struct Leaf {
    public let number: Int
    public let keys: [UInt64]
  }

  /// A page number in the list of free pages, and the offset of the number in the file.
  public struct FreePage {
    public let number: Int
    public let offset: Int
  }

  public var bytes: [UInt8]
  private let head: Int

  public init(_ path: String) throws {
    bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let heads = [16, 16 + Self.pageBytes]
    // The number of the state is the last field of the meta page.
    let numbers = heads.map { [bytes] in Self.number($0 + 128, 8, bytes) }
    head = numbers[0] > numbers[1] ? heads[0] : heads[1]
  }

  public func write(to path: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  /// Returns the leaves of a table, in the order of its keys.
  public func leaves(of table: String) -> [Leaf] {
    let names = leaves(root: root(at: head + 72), depth: depth(at: head + 72))
    for leaf in names {
      for node in nodes(leaf) where String(decoding: key(node), as: UTF8.self) == table {
        let tree = node + 8 + key(node).count
        return leaves(root: root(at: tree), depth: depth(at: tree)).map { number in
          Leaf(
            number: number,
            keys: nodes(number).map { key($0).reduce(0) { $0 << 8 | UInt64($1) } })
        }
      }
    }
    return []
  }

  /// All free pages, except those in lists that have their own pages.
  public var freePages: [FreePage] {
    let tree = head + 24
    return leaves(root: root(at: tree), depth: depth(at: tree)).flatMap { leaf in
      nodes(leaf).filter { Self.number($0 + 4, 2, bytes) == 0 }.flatMap { node in
        let list = node + 8 + key(node).count
        let count = Int(Self.number(list, 8, bytes))
        return (0..<count).map { index in
          let offset = list + 8 * (index + 1)
          return FreePage(number: Int(Self.number(offset, 8, bytes)), offset: offset)
        }
      }
    }
  }

  /// Overwrites a page number.
  public mutating func put(_ number: Int, at offset: Int) {
    for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }

  /// Replaces the contents of a page with those of another page. The page keeps its number.
  public mutating func copy(_ page: Int, over other: Int) {
    let size = Self.pageBytes
    bytes.replaceSubrange(
      other * size..<(other + 1) * size, with: Array(bytes[page * size..<(page + 1) * size]))
    put(other, at: other * size)
  }

  /// Gives a page a kind that no page of a tree has.
  public mutating func breakKind(of page: Int) {
    // `P_OVERFLOW` in the flags.
    (bytes[page * Self.pageBytes + 10], bytes[page * Self.pageBytes + 11]) = (4, 0)
  }

  /// Makes a page end before it begins, so that LMDB keeps finding entries in it.
  public mutating func breakCount(of page: Int) {
    (bytes[page * Self.pageBytes + 12], bytes[page * Self.pageBytes + 13]) = (0, 0)
  }

  /// Marks the first node of a leaf as having several values. No table here has such nodes.
  public mutating func claimManyValues(in leaf: Int) {
    guard let node = nodes(leaf).first else { return }
    // `F_DUPDATA` in the flags.
    (bytes[node + 4], bytes[node + 5]) = (4, 0)
  }

  private func leaves(root: Int?, depth: Int) -> [Int] {
    guard let root else { return [] }
    var level = [root]
    for _ in 1..<max(depth, 1) {
      level = level.flatMap { page in nodes(page).map { Int(Self.number($0, 6, bytes)) } }
    }
    return level
  }

  private func root(at tree: Int) -> Int? { Int(exactly: Self.number(tree + 40, 8, bytes)) }
  private func depth(at tree: Int) -> Int { Int(Self.number(tree + 6, 2, bytes)) }

  private func nodes(_ page: Int) -> [Int] {
    let start = page * Self.pageBytes
    let lower = Int(Self.number(start + 12, 2, bytes))
    return stride(from: 16, to: lower, by: 2).map { start + Int(Self.number(start + $0, 2, bytes)) }
  }

  private func key(_ node: Int) -> ArraySlice<UInt8> {
    bytes[node + 8..<node + 8 + Int(Self.number(node + 6, 2, bytes))]
  }

  private static func number(_ offset: Int, _ count: Int, _ bytes: [UInt8]) -> UInt64 {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
