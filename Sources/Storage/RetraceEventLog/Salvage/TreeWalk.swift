/// A traversal of the trees of a data file, page by page, that continues after damaged pages.
///
/// A page is intact if its number and kind are correct, its entries fill it without a gap, its keys
/// are in order and within the bounds of its parent, and it was not visited before.
struct TreeWalk {
  let file: PageFile
  /// The number of complete pages in the file. Pages of the newest state beyond this number were
  /// cut off.
  let filePages: UInt64
  /// The pages visited so far, which are either part of a tree or free.
  private(set) var met: NumberSet
  /// The visited pages that are intact.
  private(set) var clean: NumberSet
  /// The pages that may be reused.
  private(set) var free: NumberSet
  /// The number of free pages that are beyond the end of the file.
  private(set) var freeBeyond: UInt64 = 0
  var faults = LogFaults()
  /// A closure that receives the number of visited pages after each page, and returns whether to
  /// continue.
  private let goesOn: (_ met: UInt64) -> Bool
  private(set) var isStopped = false

  /// An entry of a leaf page.
  struct Entry {
    let page: Page
    /// The number of the page.
    let number: UInt64
    /// The range of the key in the page.
    let key: Range<Int>
    /// The size of the value in bytes.
    let byteCount: Int
    /// The offset of the entry's data in the page. The data is the value itself, the number of the
    /// value's first page, or the description of a tree.
    let value: Int
    let kind: Page.ValueKind
  }

  /// The progress of visiting a tree.
  private struct Course {
    let part: LogFault.Part
    /// Whether keys are numbers in the machine's byte order instead of bytes.
    let hasNumbers: Bool
    var counted = PageFile.Tree()
    var isIntact = true
  }

  init(_ file: PageFile, filePages: UInt64, goesOn: @escaping (_ met: UInt64) -> Bool) {
    self.file = file
    self.filePages = filePages
    self.goesOn = goesOn
    met = NumberSet(below: filePages)
    clean = NumberSet(below: filePages)
    free = NumberSet(below: filePages)
    for head: UInt64 in 0..<min(2, filePages) {
      met.insert(head)
      clean.insert(head)
    }
  }

  /// Visits the entries of a tree in order.
  ///
  /// - Returns: Whether the tree is intact.
  @discardableResult
  mutating func visit(
    _ tree: PageFile.Tree, _ part: LogFault.Part, _ body: (inout TreeWalk, Entry) -> Void
  ) -> Bool {
    var course = Course(part: part, hasNumbers: part == .freePages)
    if tree.root == PageFile.Tree.noRoot {
      return tree.entryCount == 0 || fault(&course, nil, .miscounted)
    }
    guard tree.isPlausible(file.pageCount), part == .freePages || tree.flags == 0 else {
      return fault(&course, nil, .malformed)
    }
    visit(tree.root, levels: tree.depth, within: (nil, nil), &course, body)
    let counted = course.counted
    // If a page is damaged, a wrong count is only a consequence, and is not reported.
    if course.isIntact, !isStopped {
      let agrees =
        counted.branchCount == tree.branchCount && counted.leafCount == tree.leafCount
        && counted.overflowCount == tree.overflowCount && counted.entryCount == tree.entryCount
      if !agrees { return fault(&course, nil, .miscounted) }
    }
    return course.isIntact
  }

  /// Adds a fault, and returns false.
  @discardableResult
  private mutating func fault(
    _ course: inout Course, _ page: UInt64?, _ reason: LogFault.Reason
  ) -> Bool {
    course.isIntact = false
    faults.add(course.part, page, reason)
    return false
  }

  /// Visits a page and everything below it.
  private mutating func visit(
    _ number: UInt64, levels: Int, within bounds: (lower: [UInt8]?, upper: [UInt8]?),
    _ course: inout Course, _ body: (inout TreeWalk, Entry) -> Void
  ) {
    guard !isStopped else { return }
    guard let page = visitPage(number, isLeaf: levels == 1, &course) else { return }
    if !goesOn(met.count) { isStopped = true }
    let layout = PageLayout(page, isLeaf: levels == 1)
    var isClean = layout.isIntact
    if !isClean { fault(&course, number, .malformed) }
    let keys = layout.nodes.map { $0.key }
    if !page.areInOrder(keys, isBranch: levels > 1, course.hasNumbers, within: bounds) {
      isClean = false
      fault(&course, number, .outOfOrder)
    }
    if isClean { clean.insert(number) }
    if levels == 1 {
      course.counted.leafCount += 1
      for node in layout.nodes { visit(node, of: page, number, &course, body) }
      return
    }
    course.counted.branchCount += 1
    for (place, node) in layout.nodes.enumerated() {
      let lower = place == 0 ? bounds.lower : Array(page.bytes[node.key])
      let next = place + 1 < keys.count ? Array(page.bytes[keys[place + 1]]) : bounds.upper
      visit(page.child(node.offset), levels: levels - 1, within: (lower, next), &course, body)
    }
  }

  /// Reads a page of a tree and marks it as visited. Returns nil and adds a fault if the page was
  /// already visited or is not valid.
  private mutating func visitPage(
    _ number: UInt64, isLeaf: Bool, _ course: inout Course
  ) -> Page? {
    guard number >= 2, number < file.pageCount else {
      fault(&course, number, .malformed)
      return nil
    }
    guard number < filePages else {
      fault(&course, number, .cutOff)
      return nil
    }
    guard met.insert(number) else {
      fault(&course, number, .usedTwice)
      return nil
    }
    do {
      return try file.page(number, isLeaf ? .leaf : .branch)
    } catch {
      fault(&course, number, .notThePage)
      return nil
    }
  }

  /// Visits an entry of a leaf, and the separate pages of its value.
  private mutating func visit(
    _ node: PageLayout.Node, of page: Page, _ number: UInt64, _ course: inout Course,
    _ body: (inout TreeWalk, Entry) -> Void
  ) {
    course.counted.entryCount += 1
    if node.kind == .elsewhere {
      let first = page.number64(node.value)
      let count = UInt64((PageFile.headerBytes + node.byteCount - 1) / file.pageBytes + 1)
      guard visitValue(first, count: count, &course) else { return }
    }
    body(
      &self,
      Entry(
        page: page, number: number, key: node.key, byteCount: node.byteCount, value: node.value,
        kind: node.kind))
  }

  /// Marks the separate pages of a value as visited, and returns whether they are valid.
  private mutating func visitValue(
    _ first: UInt64, count: UInt64, _ course: inout Course
  ) -> Bool {
    course.counted.overflowCount += count
    guard first >= 2, count > 0, first < file.pageCount, count <= file.pageCount - first else {
      return fault(&course, first, .malformed)
    }
    guard first + count <= filePages else { return fault(&course, first, .cutOff) }
    guard (try? file.overflowCount(at: first)) == count else {
      return fault(&course, first, .notThePage)
    }
    for number in first..<first + count {
      guard met.insert(number) else { return fault(&course, number, .usedTwice) }
      clean.insert(number)
    }
    return true
  }

  /// Marks a page as damaged because the contents of an entry are damaged.
  mutating func doubt(_ number: UInt64) { clean.remove(number) }

  // MARK: Free pages

  /// Marks the pages in the list of free pages as visited. Call this after visiting all trees.
  ///
  /// Each commit adds the pages that it has freed to the list, under the number of the commit. If
  /// the newest number in the list differs from the number in the head page, the head page is an
  /// older head page that looks newer, and the newest commit would be lost silently.
  mutating func visitFreePages(of head: PageHead?) {
    var newest: UInt64 = 0
    visit(file.freeTree, .freePages) { walk, entry in
      if entry.key.count == 8 {
        newest = max(newest, entry.page.number64(entry.key.lowerBound))
      }
      guard entry.kind != .tree, let list = walk.bytes(of: entry), list.bytes.count >= 8,
        let count = Int(exactly: list.number64(0)), count >= 0, count < list.bytes.count / 8
      else { return walk.faults.add(.freePages, entry.number, .malformed) }
      for index in 1..<count + 1 {
        walk.visitFreePage(list.number64(8 * index), from: entry.number)
      }
    }
    if newest != 0, let head, newest != head.transaction { faults.add(.head, nil, .outOfOrder) }
  }

  private mutating func visitFreePage(_ number: UInt64, from list: UInt64) {
    guard number >= 2, number < file.pageCount else {
      return faults.add(.freePages, list, .malformed)
    }
    guard number < filePages else {
      freeBeyond += 1
      return
    }
    guard met.insert(number) else { return faults.add(.freePages, number, .usedTwice) }
    free.insert(number)
  }

  /// Returns the bytes of a value, in its leaf or in separate pages, or nil if the bytes cannot be
  /// read.
  func bytes(of entry: Entry) -> Page? {
    guard entry.kind == .elsewhere else {
      return Page(bytes: Array(entry.page.bytes[entry.value..<entry.value + entry.byteCount]))
    }
    return try? file.value(at: entry.page.number64(entry.value), byteCount: entry.byteCount)
  }

  /// Returns the offset of an entry's value in the file.
  func place(of entry: Entry) -> UInt64 {
    entry.kind == .elsewhere
      ? entry.page.number64(entry.value) * UInt64(file.pageBytes) + UInt64(PageFile.headerBytes)
      : entry.number * UInt64(file.pageBytes) + UInt64(entry.value)
  }

  /// Calls a closure with the bytes of a value. Returns nil if the bytes cannot be read.
  @inline(__always)
  func withBytes<Value>(of entry: Entry, _ body: (RawSpan) -> Value) -> Value? {
    guard entry.kind == .elsewhere else {
      return entry.page.withBytes(entry.value..<entry.value + entry.byteCount, body)
    }
    return bytes(of: entry)?.withBytes(0..<entry.byteCount, body)
  }
}
