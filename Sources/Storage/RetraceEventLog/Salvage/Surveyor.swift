/// A survey in progress.
struct Surveyor {
  private let pages: PageLog
  private let checks: ContentChecks
  private(set) var walk: TreeWalk
  private var result = LogSurvey()
  /// The intact records.
  private var whole: NumberSet
  /// The greatest number in the keys of the tree of records.
  private var highest: UInt64 = 0
  /// The number of records according to the description of the tree.
  private var entryCount: UInt64 = 0
  private var metadata: [String: [UInt8]] = [:]

  init(_ pages: PageLog, _ checks: ContentChecks, _ walk: TreeWalk) {
    self.pages = pages
    self.checks = checks
    self.walk = walk
    whole = NumberSet(below: pages.highestNumber + 1)
  }

  /// Checks all trees, and then the free pages.
  mutating func surveyTables() {
    guard pages.heads.newest != nil else { return }
    var tables: [(name: String, tree: PageFile.Tree)] = []
    walk.visit(pages.file.mainTree, .tables) { walk, entry in
      guard let table = entry.table else {
        return walk.faults.add(.tables, entry.number, .malformed)
      }
      tables.append(table)
    }
    for (name, part) in [("events", LogFault.Part.events), ("meta", .metadata), ("blobs", .blobs)]
    where !tables.contains(where: { $0.name == name }) {
      walk.faults.add(part, nil, .missing)
    }
    for table in tables { look(at: table.tree, table.name) }
    walk.visitFreePages(of: pages.heads.heads[pages.file.head])
    surveyOlderHead()
  }

  /// Checks the transaction number in the head page of the previous state. If the number in the
  /// newest head page is damaged, the newest head page looks like the older head page. Without this
  /// check, the newest commit would be lost silently.
  private mutating func surveyOlderHead() {
    guard let older = PageLog(before: pages) else { return }
    // Other damage in that state is irrelevant, because the state is not used.
    var other = TreeWalk(older.file, filePages: older.filePages) { _ in true }
    other.visitFreePages(of: older.heads.heads[older.file.head])
    guard other.faults.counts[.head] != nil else { return }
    // A commit in progress may already have written to pages of that state. In that case, a new
    // head page appears soon.
    let newest = pages.heads.newest?.transaction
    for _ in 0..<2_000 where PageHeads(pages.file.descriptor).newest?.transaction != newest {
      return
    }
    walk.faults.add(.head, nil, .outOfOrder)
  }

  private mutating func look(at tree: PageFile.Tree, _ name: String) {
    var walk = self.walk
    self.walk = TreeWalk.none
    switch name {
    case "events":
      entryCount = tree.entryCount
      walk.visit(tree, .events) { examine(record: $1, &$0) }
    case "meta":
      walk.visit(tree, .metadata) { walk, entry in
        let key = String(decoding: entry.page.bytes[entry.key], as: UTF8.self)
        metadata[key] = walk.bytes(of: entry)?.bytes
      }
    case "blobs": walk.visit(tree, .blobs) { examine(blob: $1, $0) }
    case "checkpoints":
      walk.visit(tree, .checkpoints) { _, _ in result.checkpointCount += 1 }
    default: walk.visit(tree, .tables) { _, _ in }
    }
    self.walk = walk
  }

  private mutating func examine(record entry: TreeWalk.Entry, _ walk: inout TreeWalk) {
    guard let sequence = entry.sequence, sequence > 0, sequence < whole.limit else {
      return walk.faults.add(.events, entry.number, .outOfOrder)
    }
    highest = max(highest, sequence)
    let isIntact = walk.withBytes(of: entry) { checks.isIntactRecord(sequence, $0) }
    if isIntact == true { whole.insert(sequence) }
  }

  private mutating func examine(blob entry: TreeWalk.Entry, _ walk: TreeWalk) {
    let key = Array(entry.page.bytes[entry.key])
    if walk.withBytes(of: entry, { checks.isIntactBlob(key, $0) }) == true {
      result.blobCount += 1
    } else {
      result.damagedBlobs.append(key)
    }
  }

  /// Completes the survey and returns its result.
  mutating func survey() -> LogSurvey {
    countPages()
    result.fileBytes = pages.fileBytes
    result.newest = max(highest, entryCount < whole.limit ? entryCount : 0)
    if let noted = pages.noted, noted < whole.limit, isUncertain {
      result.newest = max(result.newest, noted)
    }
    result.wholeCount = whole.count
    let lost = whole.gaps(from: 1, through: result.newest)
    result.knownLost = LostRecords.ranges(in: metadata)
    result.lost = lost.without(result.knownLost)
    if let noted = pages.noted, noted > result.newest { result.olderThanNoted = noted }
    result.damagedMetadata = Metadata.damagedKeys(of: metadata)
    for key in [Metadata.format, Metadata.profile] where metadata[key] == nil {
      result.damagedMetadata.append(key)
    }
    if !pages.heads.areSound { walk.faults.add(.head, nil, .malformed) }
    result.faults = walk.faults.list
    result.faultCounts = walk.faults.counts
    return result
  }

  /// Whether the trees are too damaged to determine the newest record.
  private var isUncertain: Bool {
    walk.faults.has(.tables) || walk.faults.has(.events) || pages.heads.newest == nil
  }

  private mutating func countPages() {
    result.pageCount = pages.file.pageCount
    result.freePageCount = walk.free.count + walk.freeBeyond
    let within = min(pages.file.pageCount, pages.filePages)
    let used = walk.met.count
    result.unusedPageCount = within - min(used, within)
    let beyond = pages.file.pageCount - within
    // LMDB does not always write free pages at the end of the file.
    if beyond > walk.freeBeyond { walk.faults.add(.head, nil, .cutOff) }
  }
}
