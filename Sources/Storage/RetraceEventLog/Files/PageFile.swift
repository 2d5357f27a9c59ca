import Platform

/// The pages of a data file in the layout of LMDB 0.9, in the byte order of the machine.
///
/// Pages are read with `pread`, and no number in a page is trusted. Therefore, a damaged page
/// throws ``damage`` and cannot end the process. The offsets are those of `MDB_meta`, `MDB_db`,
/// `MDB_page` and `MDB_node`.
struct PageFile {
  /// The descriptor of the data file. It belongs to LMDB and is not closed here.
  let descriptor: Int32
  /// The size of a page in bytes, 512 to 65,536.
  let pageBytes: Int
  /// The number of pages of the newest state.
  let pageCount: UInt64
  /// The number of the head page, 0 or 1, that describes the newest state.
  let head: Int
  /// The tree of the list of free pages.
  let freeTree: Tree
  /// The tree that contains the tables.
  let mainTree: Tree

  /// The description of a tree in the head page or the main tree (`MDB_db`).
  struct Tree: Equatable {
    var depth = 0
    var branchCount: UInt64 = 0
    var leafCount: UInt64 = 0
    var overflowCount: UInt64 = 0
    var entryCount: UInt64 = 0
    var root: UInt64 = 0
    /// The order of the keys in LMDB, and other properties.
    var flags: UInt16 = 0

    /// The size of a description in bytes.
    static let byteCount = 48
    /// The root of a tree without pages.
    static let noRoot = UInt64.max
  }

  /// The error for a damaged page.
  static let damage = LogError(.damaged, operation: "read a page", path: nil)

  /// The size of the header of every page in bytes.
  static let headerBytes = 16
  static let treesOffset = headerBytes + 24
  static let lastPageOffset = treesOffset + 2 * Tree.byteCount
  static let transactionOffset = lastPageOffset + 8

  /// Reads the head page of the newest state.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the data file.
  ///   - pageBytes: The size of a page in bytes.
  ///   - transaction: The number of the newest state. Its lowest bit determines the head page.
  init(descriptor: Int32, pageBytes: Int, transaction: UInt64) throws {
    self.descriptor = descriptor
    self.pageBytes = pageBytes
    head = Int(transaction & 1)
    guard (512...65_536).contains(pageBytes) else { throw Self.damage }
    let bytes = try Page(
      reading: Self.transactionOffset + 8, at: head * pageBytes, of: descriptor)
    guard bytes.number64(Self.transactionOffset) == transaction else { throw Self.damage }
    let last = bytes.number64(Self.lastPageOffset)
    guard last < 1 << 40 else { throw Self.damage }
    pageCount = last + 1
    freeTree = bytes.tree(at: Self.treesOffset)
    mainTree = bytes.tree(at: Self.treesOffset + Tree.byteCount)
  }

  /// Creates a view of the pages of a file whose head pages are damaged.
  init(descriptor: Int32, pageBytes: Int, pageCount: UInt64) {
    self.descriptor = descriptor
    self.pageBytes = pageBytes
    self.pageCount = pageCount
    head = 0
    let nothing = Tree(root: Tree.noRoot)
    (freeTree, mainTree) = (nothing, nothing)
  }

  /// Creates a view of the pages of the state that a head page describes.
  init(descriptor: Int32, _ head: PageHead) {
    self.descriptor = descriptor
    pageBytes = head.pageBytes
    pageCount = head.pageCount
    self.head = head.place
    freeTree = head.freeTree
    mainTree = head.mainTree
  }

  /// Reads a page, and throws unless it contains its own number and has the requested kind.
  func page(_ number: UInt64, _ kind: Page.Kind) throws -> Page {
    guard number >= 2, number < pageCount else { throw Self.damage }
    let page = try Page(reading: pageBytes, at: Int(number) * pageBytes, of: descriptor)
    guard page.number64(0) == number, page.kind == kind else { throw Self.damage }
    return page
  }

  /// Returns the number of pages of the value that begins on a page, and throws if no value begins
  /// there.
  func overflowCount(at number: UInt64) throws -> UInt64 {
    let header = try Page(
      reading: Self.headerBytes, at: Int(number) * pageBytes, of: descriptor)
    guard header.number64(0) == number, header.kind == .overflow else { throw Self.damage }
    return UInt64(header.number32(12))
  }

  /// Reads a value that is stored in separate pages.
  func value(at number: UInt64, byteCount: Int) throws -> Page {
    let pages = UInt64((Self.headerBytes + byteCount + pageBytes - 1) / pageBytes)
    guard number >= 2, number < pageCount, pages <= pageCount - number,
      try overflowCount(at: number) == pages
    else { throw Self.damage }
    return try Page(
      reading: byteCount, at: Int(number) * pageBytes + Self.headerBytes, of: descriptor)
  }

  /// Marks the table of checkpoints in the newest state as empty if a page of its tree is damaged.
  /// The pages of the table stay unused until a compaction.
  ///
  /// LMDB cannot empty the table, because it would read the damaged pages in order to free them.
  /// The caller must hold the write transaction of the environment, and end it without a commit.
  ///
  /// - Parameters:
  ///   - evenIfWhole: Whether to empty the table even if every page of its tree looks intact.
  ///   - filePages: The number of complete pages in the file.
  /// - Returns: Whether anything was written.
  func discardCheckpoints(evenIfIntact: Bool, filePages: UInt64) throws -> Bool {
    var found: (place: UInt64, tree: Tree)?
    var walk = TreeWalk(self, filePages: filePages) { _ in true }
    walk.visit(mainTree, .tables) { walk, entry in
      if let table = entry.table, table.name == "checkpoints" {
        found = (walk.place(of: entry), table.tree)
      }
    }
    guard let found, found.tree != Tree(root: Tree.noRoot) else { return false }
    guard evenIfIntact || !walk.visit(found.tree, .checkpoints, { _, _ in }) else { return false }
    // In the order of `MDB_db`: depth and four counts, then the root. A tree of depth 0 with a root
    // is damaged, so a crash between the two writes is detected.
    let counts = [UInt8](repeating: 0, count: 2 + 4 * 8)
    try write(counts, at: found.place + 6)
    try write([UInt8](repeating: 0xFF, count: 8), at: found.place + 6 + UInt64(counts.count))
    return true
  }

  /// Writes bytes in place and syncs them.
  private func write(_ bytes: [UInt8], at offset: UInt64) throws {
    guard unsafe pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count,
      fdatasync(descriptor) == 0
    else { throw LogError.ofSystem("drop the checkpoints", path: nil) }
  }

  /// Marks the list of free pages in the newest state as empty, so that LMDB reuses no page in the
  /// list until a compaction.
  ///
  /// The caller must hold the write transaction of the environment, and end it without a commit.
  func discardFreePages() throws {
    // In the order of `MDB_db`: depth, four counts, the root.
    let bytes = [UInt8](repeating: 0, count: 2 + 4 * 8) + [UInt8](repeating: 0xFF, count: 8)
    // Bytes within one sector are written to disk together or not at all.
    let offset = head * pageBytes + Self.treesOffset + 6
    guard unsafe pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count,
      fdatasync(descriptor) == 0
    else { throw LogError.ofSystem("drop the list of free pages", path: nil) }
  }
}
