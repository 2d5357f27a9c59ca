/// A search for everything readable in a damaged file. It visits the trees of the newest state,
/// then the trees of the previous state, and then the remaining pages one by one.
struct Salvager {
  private let pages: PageLog
  private let checks: ContentChecks
  private let goesOn: (Int, Int) -> Bool
  private(set) var map: RecordMap
  /// The location of each intact blob, by its key.
  private(set) var blobs: [[UInt8]: RecordMap.Place] = [:]
  /// The keys of blobs for which no intact copy was found.
  private(set) var lostBlobs: Set<[UInt8]> = []
  /// The metadata and its checksums, as they are in the file.
  private(set) var metadata: [String: [UInt8]] = [:]
  /// The number of the newest record known so far.
  private(set) var newest: UInt64 = 0
  private(set) var isStopped = false
  /// The pages that need not be searched again.
  private var clean: NumberSet
  /// The pages that are not in use in the newest state.
  private var free: NumberSet
  private var isMetadataDamaged = false

  init(_ pages: PageLog, _ checks: ContentChecks, goesOn: @escaping (Int, Int) -> Bool) {
    self.pages = pages
    self.checks = checks
    self.goesOn = goesOn
    map = RecordMap(pages.file, limit: pages.highestNumber)
    clean = NumberSet(below: pages.filePages)
    free = NumberSet(below: pages.filePages)
  }

  /// Searches the file and collects everything readable.
  mutating func search() {
    let (isSound, count) = walk(pages, isNewest: true)
    let highest = map.highest
    newest = max(highest, count <= map.found.limit - 1 ? count : 0)
    if isSound, map.found.count == newest { return }
    let noted = min(pages.noted ?? 0, map.found.limit - 1)
    let limit = newest == 0 && noted == 0 ? map.found.limit - 1 : max(newest, noted)
    if let older = PageLog(before: pages) { _ = walk(older, isNewest: false) }
    guard !isStopped else { return }
    carve(limit: limit)
    newest = max(newest, map.highest)
  }

  // MARK: Trees

  /// Collects the contents of the trees of a state.
  ///
  /// - Returns: Whether no page is damaged, and the number of records according to the state.
  private mutating func walk(_ pages: PageLog, isNewest: Bool) -> (isSound: Bool, count: UInt64) {
    guard pages.heads.newest != nil else { return (false, 0) }
    let (goesOn, total) = (goesOn, Int(clamping: pages.filePages))
    var walk = TreeWalk(pages.file, filePages: pages.filePages) {
      goesOn(min(Int(clamping: $0), total), total)
    }
    var count: UInt64 = 0
    var tables: [(name: String, tree: PageFile.Tree)] = []
    walk.visit(pages.file.mainTree, .tables) { _, entry in
      if let table = entry.table { tables.append(table) }
    }
    for table in tables {
      switch table.name {
      case "events":
        let isIntact = walk.visit(table.tree, .events) { collect(record: $1, &$0) }
        // If only a count is wrong, all records were visited, and the count is not used.
        let isMiscounted = !isIntact && walk.faults.list.allSatisfy { $0.reason == .miscounted }
        count = isMiscounted ? 0 : table.tree.entryCount
      case "blobs": walk.visit(table.tree, .blobs) { collect(blob: $1, $0) }
      case "meta":
        walk.visit(table.tree, .metadata) { walk, entry in
          let key = String(decoding: entry.page.bytes[entry.key], as: UTF8.self)
          if metadata[key] == nil { metadata[key] = walk.bytes(of: entry)?.bytes }
        }
      default: walk.visit(table.tree, .checkpoints) { _, _ in }
      }
    }
    walk.visitFreePages(of: pages.heads.heads[pages.file.head])
    isStopped = isStopped || walk.isStopped
    if isNewest {
      clean = walk.clean
      free = walk.free
    }
    let needed = ["events", "meta", "blobs"]
    let hasAll = needed.allSatisfy { name in tables.contains { $0.name == name } }
    return (hasAll && walk.faults.counts.isEmpty && pages.heads.areSound, count)
  }

  /// Collects a record if it is intact. Otherwise, marks its page to be searched even if the layout
  /// of the page is valid, because the header of the record's entry may be damaged.
  private mutating func collect(record entry: TreeWalk.Entry, _ walk: inout TreeWalk) {
    if let sequence = entry.sequence {
      guard !map.found.contains(sequence) else { return }
      if walk.withBytes(of: entry, { checks.isIntactRecord(sequence, $0) }) == true {
        return map.put(sequence, at: walk.place(of: entry), byteCount: entry.byteCount)
      }
    }
    walk.doubt(entry.number)
  }

  private mutating func collect(blob entry: TreeWalk.Entry, _ walk: TreeWalk) {
    collect(
      blob: Array(entry.page.bytes[entry.key]), at: walk.place(of: entry),
      walk.bytes(of: entry))
  }

  private mutating func collect(blob key: [UInt8], at offset: UInt64, _ bytes: Page?) {
    guard blobs[key] == nil else { return }
    guard let bytes, bytes.withBytes(0..<bytes.bytes.count, { checks.isIntactBlob(key, $0) }) else {
      lostBlobs.insert(key)
      return
    }
    lostBlobs.remove(key)
    blobs[key] = RecordMap.Place(offset: offset, byteCount: UInt32(bytes.bytes.count))
  }

  // MARK: Page by page

  /// Whether a page can belong to the newest state. Free pages, and pages beyond the page count of
  /// the state, do not belong to it.
  private func isOfThisState(_ number: UInt64) -> Bool {
    !free.contains(number) && number < pages.file.pageCount
  }

  private mutating func carve(limit: UInt64) {
    let size = pages.file.pageBytes
    let end = UInt64((pages.fileBytes + size - 1) / size)
    var carver = RecordCarver(
      pages, map, limit: limit, firstByte: checks.firstByte, checks.isIntactRecord)
    let unclean = (0..<end).filter { !clean.contains($0) }
    let lost = unclean.filter { isOfThisState($0) }
    for (place, number) in lost.enumerated() where !isStopped {
      carver.collect(number, isOfThisState: true)
      collectOthers(of: number)
      if place % 64 == 0, !goesOn(place, Int(end)) { isStopped = true }
    }
    for number in lost where !isStopped && !carver.isComplete {
      carver.guess(number)
      carver.guessValue(number)
      if !goesOn(lost.count, Int(end)) { isStopped = true }
    }
    // Free pages, and unused parts of intact pages, may contain records of older states.
    let others =
      unclean.filter { !isOfThisState($0) } + (2..<max(end, 2)).filter { clean.contains($0) }
    for (place, number) in others.enumerated() where !isStopped && !carver.isComplete {
      carver.collect(number, isOfThisState: false)
      if place % 64 == 0, !goesOn(lost.count + place, Int(end)) { isStopped = true }
    }
    map = carver.map
  }

  /// Collects blobs and metadata of a leaf that is not part of any tree.
  private mutating func collectOthers(of number: UInt64) {
    guard number < pages.filePages,
      let page = try? Page(
        reading: pages.file.pageBytes, at: Int(number) * pages.file.pageBytes,
        of: pages.file.descriptor), page.kind == .leaf
    else { return }
    let walk = TreeWalk(pages.file, filePages: pages.filePages) { _ in true }
    for node in PageLayout(page, isLeaf: true).nodes where node.kind != .tree {
      let entry = TreeWalk.Entry(
        page: page, number: number, key: node.key, byteCount: node.byteCount, value: node.value,
        kind: node.kind)
      let key = Array(page.bytes[node.key])
      if key.count == 16 {
        guard let bytes = walk.bytes(of: entry),
          bytes.withBytes(0..<bytes.bytes.count, { checks.isIntactBlob(key, $0) })
        else { continue }
        collect(blob: key, at: walk.place(of: entry), bytes)
      } else if let name = String(validating: key, as: UTF8.self), Self.isName(name),
        metadata[name] == nil
      {
        metadata[name] = walk.bytes(of: entry)?.bytes
      }
    }
  }

  /// Whether a string is a possible key of metadata.
  private static func isName(_ text: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return text.utf8.count > 2
      && text.utf8.allSatisfy { letters.contains($0) || $0 == UInt8(ascii: "#") }
  }
}
