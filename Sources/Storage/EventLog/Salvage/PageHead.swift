import Glibc

/// One of the two head pages of a data file: which state of the log it describes.
///
/// Each commit writes the head page that is not the newest one, so the two are one transaction
/// apart. In the order of `MDB_page` and `MDB_meta`.
struct PageHead: Equatable {
  /// Which of the two it is, 0 or 1.
  let place: Int
  /// The bytes of a page.
  let pageBytes: Int
  /// How many pages the state has.
  let pageCount: UInt64
  /// The number of the state, one more with each commit.
  let transaction: UInt64
  /// The tree of the list of free pages.
  let freeTree: PageFile.Tree
  /// The tree that names the tables.
  let mainTree: PageFile.Tree

  /// How many bytes of a head page say something.
  static let byteCount = PageFile.transactionOffset + 8
  private static let magic: UInt32 = 0xBEEF_C0DE
  private static let pageFlags: UInt16 = 8
  /// The keys of free pages are numbers in the order of the machine (`MDB_INTEGERKEY`).
  private static let freeFlags: UInt16 = 8

  /// Reads a head page; nil when it is not what LMDB has written there.
  init?(_ page: Page, place: Int) {
    let trees = PageFile.treesOffset
    pageBytes = Int(page.number32(trees))
    let last = page.number64(PageFile.lastPageOffset)
    transaction = page.number64(PageFile.transactionOffset)
    self.place = place
    guard page.number64(0) == UInt64(place), page.number16(10) == Self.pageFlags,
      page.number32(16) == Self.magic, page.number32(20) == 1,
      (512...65_536).contains(pageBytes), pageBytes & (pageBytes - 1) == 0,
      (1..<1 << 40).contains(last), transaction == 0 || transaction & 1 == UInt64(place)
    else { return nil }
    pageCount = last + 1
    freeTree = page.tree(at: trees)
    mainTree = page.tree(at: trees + PageFile.Tree.byteCount)
    guard freeTree.flags == Self.freeFlags, mainTree.flags == 0,
      freeTree.isPlausible(pageCount), mainTree.isPlausible(pageCount)
    else { return nil }
  }
}

extension PageFile.Tree {
  /// Whether the root is a page of the file, at a depth that LMDB can have.
  func isPlausible(_ pageCount: UInt64) -> Bool {
    root == Self.noRoot ? depth == 0 : (2..<pageCount).contains(root) && (1...32).contains(depth)
  }
}

/// Both head pages of a data file, as far as they are whole.
struct PageHeads {
  /// The head pages by their place; nil for one that is damaged.
  private(set) var heads: [PageHead?]

  /// The head page of the newest state; nil when both are damaged.
  var newest: PageHead? {
    heads.compactMap { $0 }.max { $0.transaction < $1.transaction }
  }

  /// Whether both are whole, and belong together.
  var areSound: Bool {
    guard let first = heads[0], let second = heads[1], first.pageBytes == second.pageBytes else {
      return false
    }
    let (lower, higher) = (
      min(first.transaction, second.transaction), max(first.transaction, second.transaction)
    )
    return higher - lower == 1 || higher == 0
  }

  /// Reads both head pages.
  ///
  /// Another process may write one at this moment, so what looks damaged is read until two
  /// attempts have read the same.
  init(_ descriptor: Int32) {
    var former = Self.read(descriptor)
    heads = Self.parsed(former)
    for _ in 0..<Self.attempts where !areSound {
      let latter = Self.read(descriptor)
      heads = Self.parsed(latter)
      if latter == former { return }
      former = latter
    }
  }

  private static let attempts = 64

  /// The bytes at the beginning of the file in which both heads are, whatever the size of a page.
  private static func read(_ descriptor: Int32) -> [UInt8] {
    for byteCount in [1 << 17, 1 << 13, 1 << 12, PageHead.byteCount] {
      if let page = try? Page(reading: byteCount, at: 0, of: descriptor) { return page.bytes }
    }
    return []
  }

  private static func parsed(_ bytes: [UInt8]) -> [PageHead?] {
    let first = head(in: bytes, at: 0, place: 0)
    let sizes =
      first.map { [$0.pageBytes] } ?? [4_096, 512, 1_024, 2_048, 8_192, 16_384, 32_768, 65_536]
    for pageBytes in sizes {
      if let second = head(in: bytes, at: pageBytes, place: 1), second.pageBytes == pageBytes {
        return [first, second]
      }
    }
    return [first, nil]
  }

  private static func head(in bytes: [UInt8], at offset: Int, place: Int) -> PageHead? {
    guard offset + PageHead.byteCount <= bytes.count else { return nil }
    return PageHead(
      Page(bytes: Array(bytes[offset..<offset + PageHead.byteCount])), place: place)
  }
}
