import Platform

/// A log that is read page by page, without LMDB.
///
/// LMDB trusts its pages, so a damaged page can end the process. This reader checks every number,
/// so it can examine a log in any state. It writes nothing, so it can also read a log on read-only
/// media or in another user's profile.
public final class PageLog {
  /// The profile directory, absolute and without symbolic links.
  public let directory: String
  /// The number of the newest acknowledged record according to the profile's file `newest`, or nil
  /// if the file is missing or invalid.
  public let noted: UInt64?
  /// The length of the data file in bytes.
  public let fileBytes: Int
  /// Whether a transaction of the caller protects the state from being overwritten. If not, two
  /// commits can overwrite it.
  let isHeld: Bool
  let file: PageFile
  let heads: PageHeads
  /// The leaves of the tree of records in order. Empty until ``findLeaves()`` is called.
  private(set) var leaves: [Leaf] = []

  /// A leaf of the tree of records.
  struct Leaf {
    /// A lower bound for the numbers of the leaf's records.
    let first: UInt64
    let page: UInt64
  }

  /// The minimum number of bytes of a record in a leaf.
  static let minimumRecordBytes = 19

  /// An upper bound on record numbers, which is also valid if the file was truncated. A greater
  /// number indicates damage.
  package var highestNumber: UInt64 {
    let pages = max(filePages, min(file.pageCount, filePages + DataFile.unwrittenPages)) + 1
    let bound = pages * UInt64(file.pageBytes) / UInt64(Self.minimumRecordBytes)
    return min(max(bound, 1 << 16), UInt64(Int32.max))
  }

  /// The number of complete pages in the file.
  var filePages: UInt64 { UInt64(fileBytes / file.pageBytes) }

  /// Reads the head pages.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the data file.
  ///   - transaction: The number of the state to read, or nil for the newest state.
  init(
    _ descriptor: Int32, of directory: String, noted: UInt64?, transaction: UInt64? = nil
  ) throws {
    heads = PageHeads(descriptor)
    // Another process may be appending pages. The file contains them before a head page counts
    // them, so the length is read after the head pages.
    guard let byteCount = Self.byteCount(of: descriptor) else {
      throw LogError.ofSystem("examine", path: directory)
    }
    fileBytes = byteCount
    self.directory = directory
    self.noted = noted
    let head = heads.heads.compactMap { $0 }.first { $0.transaction == transaction }
    isHeld = head != nil
    if let head = head ?? heads.newest {
      file = PageFile(descriptor: descriptor, head)
    } else {
      file = PageFile(
        descriptor: descriptor, pageBytes: 4_096, pageCount: UInt64(byteCount) / 4_096)
    }
  }

  /// Creates a view of the previous state, which the other head page still describes. Returns nil
  /// if that head page is damaged.
  init?(before newer: PageLog) {
    guard let other = newer.heads.heads[1 - newer.file.head], newer.heads.newest != nil else {
      return nil
    }
    directory = newer.directory
    noted = newer.noted
    isHeld = false
    fileBytes = newer.fileBytes
    heads = newer.heads
    file = PageFile(descriptor: newer.file.descriptor, other)
  }

  /// Finds the leaves of the tree of records by reading the branches above them, without reading
  /// the leaves.
  ///
  /// - Complexity: O(branches). There is one branch for several hundred leaves.
  package func findLeaves() {
    var found: [Leaf] = []
    if let tree = tables()["events"], tree.root != PageFile.Tree.noRoot,
      tree.isPlausible(file.pageCount)
    {
      var met = NumberSet(below: filePages)
      addLeaves(below: Leaf(first: 0, page: tree.root), levels: tree.depth, to: &found, &met)
    }
    leaves = found.sorted { $0.first < $1.first }
  }

  private func addLeaves(
    below root: Leaf, levels: Int, to found: inout [Leaf], _ met: inout NumberSet
  ) {
    guard levels > 1 else { return found.append(root) }
    guard met.insert(root.page), let page = try? file.page(root.page, .branch) else { return }
    for (place, node) in PageLayout(page, isLeaf: false).nodes.enumerated() {
      // LMDB does not store the first key of a branch.
      let first = place == 0 ? root.first : page.sequence(in: node.key) ?? root.first
      addLeaves(
        below: Leaf(first: first, page: page.child(node.offset)), levels: levels - 1, to: &found,
        &met)
    }
  }

  /// Whether two commits have followed the state. If no lock protects the pages of the state, they
  /// may have been overwritten.
  var mayBeOverwritten: Bool {
    guard let before = heads.heads[file.head]?.transaction,
      let now = PageHeads(file.descriptor).newest?.transaction
    else { return false }
    return Environment.hasPassed(before, newest: now)
  }

  /// Returns the value of each metadata key, including checksums and damaged values.
  func storedMetadata() -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    guard let tree = tables()["meta"] else { return values }
    var walk = TreeWalk(file, filePages: filePages) { _ in true }
    walk.visit(tree, .metadata) { walk, entry in
      let key = String(decoding: entry.page.bytes[entry.key], as: UTF8.self)
      values[key] = walk.bytes(of: entry)?.bytes
    }
    return values
  }

  /// Returns the trees of the tables by their names.
  func tables() -> [String: PageFile.Tree] {
    var tables: [String: PageFile.Tree] = [:]
    var walk = TreeWalk(file, filePages: filePages) { _ in true }
    walk.visit(file.mainTree, .tables) { _, entry in
      if let table = entry.table { tables[table.name] = table.tree }
    }
    return tables
  }

  /// Returns the numbers of the leaves and the root of the tree of checkpoints.
  package func derivedPages() -> [Int] {
    guard let tree = tables()["checkpoints"] else { return [] }
    var walk = TreeWalk(file, filePages: filePages) { _ in true }
    var leaves: Set<UInt64> = []
    walk.visit(tree, .checkpoints) { _, entry in leaves.insert(entry.number) }
    return leaves.union([tree.root]).sorted().map { Int($0) }
  }

  private static func byteCount(of descriptor: Int32) -> Int? {
    let end = lseek(descriptor, 0, SEEK_END)
    return end >= 0 ? Int(end) : nil
  }
}

extension TreeWalk.Entry {
  /// The name and the tree of the table in the entry, or nil if the entry is not a table.
  var table: (name: String, tree: PageFile.Tree)? {
    guard kind == .tree, let tree = try? page.tree(value, byteCount: byteCount) else { return nil }
    return (String(decoding: page.bytes[key], as: UTF8.self), tree)
  }

  /// The number of the record in the entry, or nil if the key does not have the length of a
  /// record's key.
  var sequence: UInt64? { page.sequence(in: key) }
}

extension Page {
  /// Returns the record number in a key, or nil if the key does not have the length of a record's
  /// key.
  func sequence(in key: Range<Int>) -> UInt64? {
    guard key.count == 8 else { return nil }
    var number: UInt64 = 0
    for place in key { number = number << 8 | UInt64(bytes[place]) }
    return number
  }
}
