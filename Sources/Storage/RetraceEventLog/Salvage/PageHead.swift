/// One of the two head pages of a data file, which describes a state of the log.
///
/// Each commit overwrites the older head page, so the states of the two pages are one commit apart.
/// The fields are in the order of `MDB_page` and `MDB_meta`.
struct PageHead: Equatable {
  /// The number of the head page, 0 or 1.
  let place: Int
  /// The size of a page in bytes.
  let pageBytes: Int
  /// The number of pages of the state.
  let pageCount: UInt64
  /// The number of the state, which increases by one with each commit.
  let transaction: UInt64
  /// The tree of the list of free pages.
  let freeTree: PageFile.Tree
  /// The tree that contains the tables.
  let mainTree: PageFile.Tree

  /// The number of bytes of a head page that are used.
  static let byteCount = PageFile.transactionOffset + 8
  private static let magic: UInt32 = 0xBEEF_C0DE
  private static let pageFlags: UInt16 = 8
  /// The flags of the tree of free pages, whose keys are numbers in the byte order of the machine
  /// (`MDB_INTEGERKEY`).
  private static let freeFlags: UInt16 = 8

  /// Reads a head page. Returns nil if the page is not valid.
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
  /// Whether the root is a page of the file, and LMDB supports the depth.
  func isPlausible(_ pageCount: UInt64) -> Bool {
    root == Self.noRoot ? depth == 0 : (2..<pageCount).contains(root) && (1...32).contains(depth)
  }
}
