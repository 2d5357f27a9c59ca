/// A search for intact records in pages that are damaged or not part of any tree.
///
/// A record is recognized by its checksum, which covers the record's number. Therefore, every
/// record found was once written under that number. The caller decides which pages to trust.
struct RecordCarver {
  private let pages: PageLog
  private let isIntact: (UInt64, RawSpan) -> Bool
  private(set) var map: RecordMap
  /// The greatest number to search for.
  private let limit: UInt64
  /// The number of guesses that may still be checked. This limit keeps the search short if a file
  /// consists of garbage.
  private var guesses = 2_000_000

  /// The first byte of every record.
  private let firstByte: UInt8
  /// The number of bytes before a value: 8 bytes for LMDB's header and 8 bytes for the key.
  private static let headBytes = 16
  /// The minimum size of a record that contains an event.
  private static let minimumBytes = 6
  /// The maximum number of record numbers to try if the number of a record is damaged.
  private static let maximumCandidates = 64

  init(
    _ pages: PageLog, _ map: RecordMap, limit: UInt64, firstByte: UInt8,
    _ isIntact: @escaping (UInt64, RawSpan) -> Bool
  ) {
    self.pages = pages
    self.map = map
    self.limit = limit
    self.firstByte = firstByte
    self.isIntact = isIntact
  }

  /// Whether every record up to the limit was found.
  var isComplete: Bool { map.found.count >= limit }

  /// A possible record, according to the bytes of its entry.
  private struct Hit {
    let sequence: UInt64
    let offset: UInt64
    let byteCount: Int
  }

  // MARK: Records with intact headers

  /// Collects the records of a page without trusting the header of the page.
  ///
  /// - Parameter isOfThisState: Whether the page can belong to the newest state. A different page,
  ///   such as a free page, may belong to a batch that was never committed. The records of such a
  ///   page are collected only if no record in the page contradicts a known record.
  mutating func collect(_ number: UInt64, isOfThisState: Bool) {
    guard let page = read(number) else { return }
    var hits: [Hit] = []
    var offset = PageFile.headerBytes
    while offset + Self.headBytes < page.bytes.count {
      guard let hit = hit(in: page, number, at: offset) else {
        offset += 2
        continue
      }
      if map.found.contains(hit.sequence) {
        guard isOfThisState || agrees(hit) else { return }
      } else if isRecord(hit) {
        hits.append(hit)
      }
      offset += 2
    }
    for hit in hits { map.put(hit.sequence, at: hit.offset, byteCount: hit.byteCount) }
  }

  /// Returns the entry that begins at an offset, or nil if the bytes cannot be the entry of a
  /// record.
  private func hit(in page: Page, _ number: UInt64, at offset: Int) -> Hit? {
    guard page.number16(offset + 6) == 8, page.number16(offset + 4) <= 1 else { return nil }
    let sequence = page.sequence(at: offset + 8)
    guard (1...limit).contains(sequence) else { return nil }
    let byteCount = Int(page.number32(offset))
    let value = offset + Self.headBytes
    guard byteCount > 0, byteCount <= EventLog.maximumRecordBytes else { return nil }
    if page.number16(offset + 4) == 0 {
      guard value + byteCount <= page.bytes.count else { return nil }
      return Hit(
        sequence: sequence, offset: start(of: number) + UInt64(value), byteCount: byteCount)
    }
    guard value + 8 <= page.bytes.count else { return nil }
    let first = page.number64(value)
    guard first < pages.filePages else { return nil }
    return Hit(
      sequence: sequence, offset: start(of: first) + UInt64(PageFile.headerBytes),
      byteCount: byteCount)
  }

  private func isRecord(_ hit: Hit) -> Bool {
    guard let page = bytes(of: hit) else { return false }
    return page.withBytes(0..<hit.byteCount) { isIntact(hit.sequence, $0) }
  }

  /// Whether a record is damaged, or equals the record that was found before under the same number.
  private mutating func agrees(_ hit: Hit) -> Bool {
    guard let page = bytes(of: hit), map.bytes(of: hit.sequence) != page.bytes else { return true }
    return !page.withBytes(0..<hit.byteCount) { isIntact(hit.sequence, $0) }
  }

  // MARK: Records with damaged headers

  /// Collects the records of a damaged page whose length or number is damaged.
  mutating func guess(_ number: UInt64) {
    guard let page = read(number), !isComplete else { return }
    let candidates = candidates(near: page)
    guard !candidates.isEmpty else { return }
    let ends = ends(in: page, number)
    for value in stride(from: PageFile.headerBytes, to: page.bytes.count, by: 2)
    where page.bytes[value] == firstByte && guesses > 0 {
      guess(page, number, at: value, candidates, ends)
    }
    guessElsewhere(page, candidates)
  }

  /// Returns the numbers of lost records that a page may contain, which are close to the other
  /// record numbers in the page.
  private func candidates(near page: Page) -> [UInt64] {
    var known: [UInt64] = []
    for offset in stride(from: PageFile.headerBytes, to: page.bytes.count - Self.headBytes, by: 2) {
      if page.number16(offset + 6) == 8, case let number = page.sequence(at: offset + 8),
        (1...limit).contains(number)
      {
        known.append(number)
      }
    }
    known.sort()
    let middle = known.isEmpty ? nil : known[known.count / 2]
    guard let middle else {
      return Array(
        map.found.gaps(from: 1, through: limit).prefix(Self.maximumCandidates).joined()
          .prefix(Self.maximumCandidates))
    }
    let reach: UInt64 = 256
    let gaps = map.found.gaps(
      from: middle > reach ? middle - reach : 1, through: min(middle + reach, limit))
    return Array(gaps.joined().prefix(Self.maximumCandidates * 4))
  }

  /// Tries to read a value that begins at an offset. The possible lengths are the length in the
  /// entry's header and the distances to the next entries. If the value follows the number of a
  /// lost record, every length is tried.
  private mutating func guess(
    _ page: Page, _ number: UInt64, at value: Int, _ candidates: [UInt64], _ ends: [Int]
  ) {
    let room = page.bytes.count - value
    guard room >= Self.minimumBytes else { return }
    let head = value - Self.headBytes
    let keyed = value >= PageFile.headerBytes + 8 ? page.sequence(at: value - 8) : 0
    // A damaged number may happen to be the number of a record that was already found.
    let isLost = (1...limit).contains(keyed) && !map.found.contains(keyed)
    let numbers = isLost ? [keyed] + candidates : candidates
    var lengths: [Int] = []
    if head >= PageFile.headerBytes { lengths.append(Int(page.number32(head))) }
    // An entry has an even length, so the value may end one byte before the next entry.
    for end in ends.lazy.filter({ $0 > value }).prefix(3) {
      lengths += [end - value, end - value - 1]
    }
    for length in lengths where length >= Self.minimumBytes && length <= room && guesses > 0 {
      if collect(page, number, value..<value + length, numbers) { return }
    }
    for length in Self.minimumBytes...room where isLost && guesses > 0 {
      if collect(page, number, value..<value + length, [keyed]) { return }
    }
  }

  /// Returns the offsets of the entries with readable headers, followed by the end of the page.
  private func ends(in page: Page, _ number: UInt64) -> [Int] {
    let starts = stride(
      from: PageFile.headerBytes, to: page.bytes.count - Self.headBytes, by: 2
    ).filter { hit(in: page, number, at: $0) != nil }
    return starts + [page.bytes.count]
  }

  private mutating func collect(
    _ page: Page, _ number: UInt64, _ range: Range<Int>, _ numbers: [UInt64]
  ) -> Bool {
    for sequence in numbers where !map.found.contains(sequence) {
      guesses -= 1
      if page.withBytes(range, { isIntact(sequence, $0) }) {
        map.put(
          sequence, at: start(of: number) + UInt64(range.lowerBound), byteCount: range.count)
        return true
      }
    }
    return false
  }

  /// Tries to read the values in separate pages to which the entries of a page may refer.
  private mutating func guessElsewhere(_ page: Page, _ candidates: [UInt64]) {
    for key in stride(from: PageFile.headerBytes, to: page.bytes.count - Self.headBytes, by: 2) {
      let sequence = page.sequence(at: key)
      if (1...limit).contains(sequence), !map.found.contains(sequence) {
        guessValue(page.number64(key + 8), [sequence])
      } else {
        guessNumber(page, key, candidates)
      }
    }
  }

  /// Tries to read the value of an entry whose number is damaged and whose header states that the
  /// value is in separate pages.
  private mutating func guessNumber(_ page: Page, _ key: Int, _ candidates: [UInt64]) {
    let (first, byteCount) = (page.number64(key + 8), Int(page.number32(key - 8)))
    guard page.number16(key - 2) == 8, page.number16(key - 4) == 1, first < pages.filePages,
      (1...EventLog.maximumRecordBytes).contains(byteCount)
    else { return }
    let offset = start(of: first) + UInt64(PageFile.headerBytes)
    guard !map.has(page.sequence(at: key), at: offset) else { return }
    for sequence in candidates where !map.found.contains(sequence) && guesses > 0 {
      guesses -= 1 + byteCount / 256
      if isRecord(Hit(sequence: sequence, offset: offset, byteCount: byteCount)) {
        return map.put(sequence, at: offset, byteCount: byteCount)
      }
    }
  }

  /// Tries to read a value that begins on a page.
  mutating func guessValue(_ number: UInt64) {
    guard !isComplete, guesses > 0 else { return }
    let missing = map.found.gaps(from: 1, through: limit).prefix(Self.maximumCandidates).joined()
    guessValue(number, Array(missing.prefix(Self.maximumCandidates)))
  }

  private mutating func guessValue(_ number: UInt64, _ candidates: [UInt64]) {
    let size = pages.file.pageBytes
    guard number >= 2, number < pages.filePages, let head = read(number),
      head.bytes.count == size, head.bytes[PageFile.headerBytes] == firstByte
    else { return }
    // A damaged header may contain a huge length.
    let counted = head.kind == .overflow ? Int(head.number32(12)) : 1
    let left = pages.fileBytes - Int(start(of: number))
    let count = min(max(counted, 1), (left + size - 1) / size)
    // The file may end after the value, within its last page.
    let longest = min(count * size, left) - PageFile.headerBytes
    guard longest <= EventLog.maximumRecordBytes,
      let value = try? Page(
        reading: longest, at: Int(start(of: number)) + PageFile.headerBytes,
        of: pages.file.descriptor)
    else { return }
    let shortest = max((count - 1) * size - PageFile.headerBytes + 1, Self.minimumBytes)
    let end = (value.bytes.lastIndex { $0 != 0 } ?? 0) + 1
    // The bytes after a value are usually zeros.
    let first = min(max(end, shortest), longest)
    for length in first...min(first + 16, longest) {
      guard guesses > 0 else { return }
      for sequence in candidates where !map.found.contains(sequence) {
        // Checking a longer value takes more time, so it counts as more guesses.
        guesses -= 1 + length / 256
        if value.withBytes(0..<length, { isIntact(sequence, $0) }) {
          return map.put(
            sequence, at: start(of: number) + UInt64(PageFile.headerBytes), byteCount: length)
        }
      }
    }
  }

  // MARK: Reading

  private func start(of number: UInt64) -> UInt64 { number * UInt64(pages.file.pageBytes) }

  /// Returns a page, or the rest of the file if the last page is incomplete.
  private func read(_ number: UInt64) -> Page? {
    let offset = Int(start(of: number))
    let count = min(pages.file.pageBytes, pages.fileBytes - offset)
    guard count > Self.headBytes + PageFile.headerBytes else { return nil }
    return try? Page(reading: count, at: offset, of: pages.file.descriptor)
  }

  private func bytes(of hit: Hit) -> Page? {
    try? Page(reading: hit.byteCount, at: Int(hit.offset), of: pages.file.descriptor)
  }
}

extension Page {
  /// Returns the big-endian 64-bit number at an offset, as in keys of records, or 0 if the offset
  /// is out of range.
  fileprivate func sequence(at offset: Int) -> UInt64 {
    guard offset + 8 <= bytes.count else { return 0 }
    return number64(offset).byteSwapped
  }
}
