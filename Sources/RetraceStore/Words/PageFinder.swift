internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// Finds pages that contain some words. First, the index provides candidates. Then, the texts of
/// the candidates are searched.
struct PageFinder {
  private let index: PageIndex
  private let hits: WordHits
  private let words: LogText
  /// The pages that have events after the runs. For these pages, the data in the runs is outdated.
  private var behind: Set<PageKey> = []
  private var candidates: [Candidate] = []

  /// The maximum number of candidates that are all checked, so that the pages can be counted.
  private static let countedLimit = 2_000

  /// A page that may contain the words.
  private struct Candidate {
    var record: PageRecord
    /// The run that contains the page, or nil for an event after the runs.
    var run: Int?
  }

  /// - Parameter now: The current time, in milliseconds since 1970 UTC. Visits dated later count as
  ///   visits at that time.
  init(
    _ index: PageIndex, _ hits: WordHits, _ words: LogText, now: Int64
  ) throws {
    self.index = index
    self.hits = hits
    self.words = words
    var batch = VisitBatch()
    try index.read(&batch, from: index.last.advanced(by: 1), through: index.newest) { _ in true }
    behind = Set(batch.keys)
    for record in batch.records(try index.records(of: batch.keys)) {
      if record.newest.exists, hits.mayHave(url: record.newest, title: record.title) {
        candidates.append(Candidate(record: record.limited(now: now)))
      }
    }
    let unlimited = Frecency(.typed, milliseconds: now)
    for (place, key) in index.runs.enumerated() {
      _ = try index.withRun(key) { run in
        run.visitRecords { record in
          guard hits.mayHave(url: record.newest, title: record.title) else { return }
          let isLate = record.frecency > unlimited
          candidates.append(
            Candidate(record: isLate ? record.limited(now: now) : record, run: place))
        }
      }
    }
  }

  /// Returns the best pages, and the total number of matching pages.
  func found(limit: Int) throws -> FoundPages {
    let isCounted = candidates.count <= Self.countedLimit
    var found = FoundPages(total: candidates.count, isCounted: isCounted)
    var folded = FoldedWords()
    var done = 0
    var count = isCounted ? candidates.count : max(Self.countedLimit, 2 * limit)
    repeat {
      let best = best(count)
      for candidate in best[done...] where isCounted || found.pages.count < limit {
        if let page = try page(candidate, &folded) { found.pages.append(page) }
      }
      done = best.count
      count *= 8
    } while found.pages.count < limit && done < candidates.count
    // All candidates were checked.
    if isCounted || found.pages.count < limit {
      found.total = found.pages.count
      found.isCounted = true
    }
    return found
  }

  /// Returns at least `count` of the highest-ranking candidates, in order. Other candidates with
  /// about the same frecency as the last of them are included.
  private func best(_ count: Int) -> [Candidate] {
    var wanted = candidates
    if count < candidates.count {
      // Counting takes a tenth of the time of sorting.
      var counts = [Int](repeating: 0, count: Int(Frecency.greatest >> Self.countedBits) + 1)
      for candidate in candidates { counts[Self.step(candidate)] += 1 }
      var (least, sum) = (counts.count - 1, counts[counts.count - 1])
      while least > 0, sum < count {
        least -= 1
        sum += counts[least]
      }
      wanted = candidates.filter { Self.step($0) >= least }
    }
    return wanted.sorted { left, right in
      if left.record.frecency != right.record.frecency {
        return left.record.frecency > right.record.frecency
      }
      return left.record.newest > right.record.newest
    }
  }

  private static let countedBits: UInt32 = 12

  private static func step(_ candidate: Candidate) -> Int {
    Int(candidate.record.frecency.rawValue >> countedBits)
  }

  /// Returns the page of a candidate, or nil if the page does not contain the words, or if newer
  /// data of the page replaces the candidate.
  private func page(
    _ candidate: Candidate, _ folded: inout FoldedWords
  ) throws -> Page? {
    var left = hits.match.words
    let record = candidate.record
    try removeWords(&left, in: .url, of: record.newest, &folded)
    if !left.isEmpty, record.title.exists {
      try removeWords(&left, in: .title, of: record.title, &folded)
    }
    guard left.isEmpty, let key = index.page(visitedBy: record.newest) else { return nil }
    if let run = candidate.run {
      guard !behind.contains(key) else { return nil }
      for newer in index.runs[..<run] {
        let isFound = try index.withRun(newer) { $0.record(of: key, index.page(visitedBy:)) != nil }
        if isFound == true { return nil }
      }
    }
    return Page(key, record) { words.text(.title, of: $0) }
  }

  /// Removes, from a list of words, the words that occur in a text of an event.
  private func removeWords(
    _ left: inout [[UInt8]], in field: TextField, of event: EventID, _ folded: inout FoldedWords
  ) throws {
    _ = try index.reader.reader.visitRecord(at: UInt64(event.rawValue)) { record in
      do {
        let text = try EventDecoder.decode(record, sequence: event).body.text(field)
        guard text.isPresent else { return }
        WordMatch.remove(
          &left, in: record.extracting(text.range), isAddress: field == .url, &folded)
      } catch {
        index.reader.reader.noteDamaged(event)
      }
    }
  }
}
