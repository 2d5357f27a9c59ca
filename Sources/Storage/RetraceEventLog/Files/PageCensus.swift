/// A census that visits every page of a data file and counts the used and free pages.
///
/// LMDB writes to the pages in its list of free pages, and never checks that they are free. Every
/// page is used by exactly one tree or value, or is free. A page that is encountered twice, or not
/// at all, indicates damage.
struct PageCensus {
  private let file: PageFile
  /// One bit per page, set if the page was encountered.
  private var seen: [UInt64]
  /// The number of pages that contain values too large for a leaf, according to the trees.
  private var overflowCount: UInt64 = 0

  /// The result of comparing the list of free pages with the trees.
  enum Outcome {
    /// No page is both free and used.
    case sound
    /// The list of free pages is damaged. The rest of the file may be intact.
    case freePagesDamaged
    /// A page of the trees is damaged.
    case treesDamaged
  }

  /// Compares the list of free pages with the trees.
  ///
  /// - Complexity: O(branches + free pages + values in separate pages). If the number of pages does
  ///   not match, the complexity is O(pages), because every leaf is read.
  static func outcome(_ file: PageFile) -> Outcome {
    let quick = outcome(file, readsLeaves: false)
    return quick == .freePagesDamaged ? outcome(file, readsLeaves: true) : quick
  }

  /// Compares the list of free pages with the trees, with or without reading the leaves.
  private static func outcome(_ file: PageFile, readsLeaves: Bool) -> Outcome {
    var census = PageCensus(file)
    do {
      try census.countTrees(readsLeaves: readsLeaves)
    } catch {
      return .treesDamaged
    }
    do {
      try census.countFreePages()
      if !readsLeaves { try census.countTheRest() }
      return .sound
    } catch {
      return .freePagesDamaged
    }
  }

  /// Creates a census in which only the two head pages are marked, because they are always used.
  private init(_ file: PageFile) {
    self.file = file
    seen = Array(repeating: 0, count: Int(file.pageCount / 64) + 1)
    // The two head pages.
    seen[0] = 3
  }

  /// Marks a page as encountered, and throws if it was already marked or is not in the file.
  private mutating func mark(_ number: UInt64) throws {
    let bit: UInt64 = 1 << (number % 64)
    guard number >= 2, number < file.pageCount, seen[Int(number / 64)] & bit == 0 else {
      throw PageFile.damage
    }
    seen[Int(number / 64)] |= bit
  }

  /// Marks adjacent pages as encountered.
  private mutating func mark(_ first: UInt64, count: UInt64) throws {
    guard count > 0, first < file.pageCount, count <= file.pageCount - first else {
      throw PageFile.damage
    }
    for number in first..<first + count { try mark(number) }
  }

  /// Marks the pages of the main tree and of all tables in it.
  private mutating func countTrees(readsLeaves: Bool) throws {
    var trees: [PageFile.Tree] = []
    for leaf in try leaves(of: file.mainTree) {
      let page = try file.page(leaf, .leaf)
      for node in try page.nodes() {
        let value = try page.value(node)
        guard value.kind == .tree else { continue }
        trees.append(try page.tree(value.offset, byteCount: value.byteCount))
      }
    }
    for tree in trees {
      let leaves = try leaves(of: tree)
      overflowCount += tree.overflowCount
      guard readsLeaves, tree.overflowCount > 0 else { continue }
      for leaf in leaves { try markValues(of: leaf) }
    }
  }

  /// Marks the pages of a tree, and returns its leaves.
  private mutating func leaves(of tree: PageFile.Tree) throws -> [UInt64] {
    guard tree.root != PageFile.Tree.noRoot else { return [] }
    // LMDB has no deeper trees.
    guard (1...32).contains(tree.depth) else { throw PageFile.damage }
    try mark(tree.root)
    var level = [tree.root]
    var branchCount: UInt64 = 0
    for _ in 1..<tree.depth {
      var next: [UInt64] = []
      for number in level {
        let page = try file.page(number, .branch)
        for node in try page.nodes() {
          let child = page.child(node)
          try mark(child)
          next.append(child)
        }
        branchCount += 1
      }
      level = next
    }
    guard branchCount == tree.branchCount, level.count == tree.leafCount else {
      throw PageFile.damage
    }
    return level
  }

  /// Marks the separate pages that contain values of a leaf.
  private mutating func markValues(of leaf: UInt64) throws {
    let page = try file.page(leaf, .leaf)
    for node in try page.nodes() {
      let value = try page.value(node)
      guard value.kind == .elsewhere else { continue }
      let first = page.number64(value.offset)
      guard first >= 2, first < file.pageCount else { throw PageFile.damage }
      try mark(first, count: try file.overflowCount(at: first))
    }
  }

  /// Marks the pages that store the list of free pages, and the pages in that list.
  private mutating func countFreePages() throws {
    for leaf in try leaves(of: file.freeTree) {
      let page = try file.page(leaf, .leaf)
      for node in try page.nodes() {
        let value = try page.value(node)
        switch value.kind {
        case .here: try markList(page, at: value.offset, byteCount: value.byteCount)
        case .elsewhere:
          let first = page.number64(value.offset)
          let list = try file.value(at: first, byteCount: value.byteCount)
          try mark(first, count: try file.overflowCount(at: first))
          try markList(list, at: 0, byteCount: value.byteCount)
        case .tree: throw PageFile.damage
        }
      }
    }
  }

  /// Marks the pages in a list, which consists of its length followed by that many page numbers.
  private mutating func markList(
    _ page: Page, at offset: Int, byteCount: Int
  ) throws {
    guard byteCount >= 8, let count = Int(exactly: page.number64(offset)),
      count >= 0, count < byteCount / 8
    else { throw PageFile.damage }
    for index in 1..<count + 1 { try mark(page.number64(offset + 8 * index)) }
  }

  /// Marks the remaining pages, which must be values in separate pages.
  ///
  /// Each value states its number of pages, and the sum must match the trees. Therefore, the
  /// leaves, which make up nearly all of the file, need not be read.
  private mutating func countTheRest() throws {
    var count: UInt64 = 0
    var number: UInt64 = 2
    while number < file.pageCount {
      let word = seen[Int(number / 64)]
      if word == .max, number % 64 == 0 {
        number += 64
      } else if word & 1 << (number % 64) != 0 {
        number += 1
      } else {
        let pages = try file.overflowCount(at: number)
        try mark(number, count: pages)
        count += pages
        number += pages
      }
    }
    guard count == overflowCount else { throw PageFile.damage }
  }
}
