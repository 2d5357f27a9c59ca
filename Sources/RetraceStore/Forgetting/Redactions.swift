internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// Which events lose words, which of their texts stay, and what is cut out of those.
///
/// It has numbers alone, so that it can be stored while the words have still to go.
struct Redactions: Equatable {
  /// Adjacent events that lose the same fields.
  struct Run: Equatable {
    var first: Int32
    var last: Int32
    /// The fields that stay.
    var kept: EventRedactor.Fields
  }

  /// Bytes that are cut out of a text that stays.
  struct Cut: Equatable {
    var event: Int32
    /// The number of the field.
    var field: UInt32
    /// Where the bytes begin in the text.
    var start: Int32
    /// Where the bytes end in the text.
    var end: Int32
  }

  /// In order; no two overlap, or touch and lose the same.
  private(set) var runs: ContiguousArray<Run> = []
  /// In the order of events, fields and bytes.
  private(set) var cuts: ContiguousArray<Cut> = []
  /// Whether ``runs`` are in order: ``sort()`` sorts them.
  private var isSorted = true

  /// Makes redactions of nothing.
  init() {}

  /// Whether no event loses words.
  var isEmpty: Bool { runs.isEmpty }
  /// The first event that loses words.
  var first: EventID { EventID(runs.first?.first ?? 0) }
  /// The last event that loses words.
  var last: EventID { EventID(runs.last?.last ?? 0) }
  /// The number of events that lose strings.
  var count: Int { runs.reduce(0) { $0 + Int($1.last - $1.first) + 1 } }

  /// Adds an event. When it was added before, it keeps only what both keep. Call ``sort()``
  /// before asking anything.
  mutating func add(
    _ sequence: EventID, keeping kept: EventRedactor.Fields = [],
    cutting cuts: [EventRedactor.Cut] = []
  ) {
    let number = sequence.rawValue
    for cut in cuts {
      self.cuts.append(
        Cut(
          event: number, field: cut.field, start: Int32(clamping: cut.bytes.lowerBound),
          end: Int32(clamping: cut.bytes.upperBound)))
    }
    append(Run(first: number, last: number, kept: kept))
  }

  /// Adds everything of another.
  mutating func add(_ other: Redactions) {
    for run in other.runs { append(run) }
    cuts += other.cuts
    sort()
  }

  /// Returns those of its events that are not in another.
  func without(_ other: Redactions) -> Redactions {
    var rest = Redactions()
    for run in runs {
      for number in run.first...run.last where other.kept(of: EventID(number)) == nil {
        let event = EventID(number)
        rest.add(event, keeping: run.kept, cutting: cuts(of: event))
      }
    }
    return rest
  }

  /// Adds a run after all others, and joins it with the last one when they lose the same.
  private mutating func append(_ run: Run) {
    if let newest = runs.last {
      if newest.last &+ 1 == run.first, newest.kept == run.kept {
        runs[runs.count - 1].last = run.last
        return
      }
      if newest.last >= run.first { isSorted = false }
    }
    runs.append(run)
  }

  /// Sorts what was added, and splits runs that overlap.
  mutating func sort() {
    cuts.sort { ($0.event, $0.field, $0.start, $0.end) < ($1.event, $1.field, $1.start, $1.end) }
    var different: ContiguousArray<Cut> = []
    for cut in cuts where cut != different.last { different.append(cut) }
    cuts = different
    guard !isSorted else { return }
    let unsorted = runs.sorted { $0.first < $1.first }
    runs = []
    isSorted = true
    for run in unsorted { insert(run) }
  }

  /// Adds a run that begins after the beginnings of all that are there.
  private mutating func insert(_ run: Run) {
    var met: [Run] = []
    while let newest = runs.last, newest.last >= run.first { met.append(runs.removeLast()) }
    var rest: Run? = run
    for var other in met.reversed() {
      guard var left = rest, left.last >= other.first else {
        if let rest { append(rest) }
        rest = nil
        append(other)
        continue
      }
      if other.first < left.first {
        append(Run(first: other.first, last: left.first - 1, kept: other.kept))
        other.first = left.first
      } else if left.first < other.first {
        append(Run(first: left.first, last: other.first - 1, kept: left.kept))
        left.first = other.first
      }
      let last = min(left.last, other.last)
      append(Run(first: left.first, last: last, kept: left.kept.intersection(other.kept)))
      if other.last > last { append(Run(first: last + 1, last: other.last, kept: other.kept)) }
      left.first = last + 1
      rest = left.last > last ? left : nil
    }
    if let rest { append(rest) }
  }

  /// Returns the fields of an event that stay, perhaps without some bytes, or nil if all of it
  /// stays.
  ///
  /// - Complexity: O(log runs).
  func kept(of sequence: EventID) -> EventRedactor.Fields? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].last < sequence.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].first <= sequence.rawValue else { return nil }
    return runs[low].kept
  }

  /// Returns what is cut out of the texts of an event.
  private func cuts(of sequence: EventID) -> [EventRedactor.Cut] {
    var low = 0
    var high = cuts.count
    while low < high {
      let middle = (low + high) / 2
      if cuts[middle].event < sequence.rawValue { low = middle + 1 } else { high = middle }
    }
    return cuts[low...].prefix { $0.event == sequence.rawValue }.map { cut in
      EventRedactor.Cut(field: cut.field, bytes: Int(cut.start)..<Int(cut.end))
    }
  }

  /// Returns a record without its forgotten words, or nil if all of them stay. A record that cannot
  /// be read becomes an empty one.
  func redacted(_ bytes: RawSpan, at sequence: EventID) -> [UInt8]? {
    guard let kept = kept(of: sequence) else { return nil }
    return EventRedactor.redact(
      bytes, sequence: sequence, keeping: kept, cutting: cuts(of: sequence))
      ?? EventRedactor.nothing
  }
}

// The stored form is a sequence of varints. For each run: the distance from the run before, its
// length, and the fields that stay. When there are cuts, a zero and the number of runs come
// first, and after the runs follow for each cut the distance of its event, its field, start and
// length. A version that does not know cuts cannot read such bytes, and does nothing.
extension Redactions {
  /// Reads what ``bytes`` gives, or nil if it is damaged.
  init?(bytes: [UInt8]) {
    var reading = VarintReading(bytes: bytes)
    var runCount = Int64.max
    if bytes.first == 0 {
      _ = reading.next()
      guard let count = reading.next() else { return nil }
      runCount = count
    }
    var last: Int64 = 0
    while !reading.isAtEnd, runs.count < runCount {
      guard let distance = reading.next(), let length = reading.next(), let kept = reading.next(),
        let first = Int32(exactly: last &+ distance), first > last,
        let end = Int32(exactly: Int64(first) &+ length), end >= first
      else { return nil }
      let fields = EventRedactor.Fields(rawValue: UInt32(truncatingIfNeeded: kept))
      runs.append(Run(first: first, last: end, kept: fields))
      last = Int64(end)
    }
    last = 0
    while !reading.isAtEnd {
      guard let distance = reading.next(), let field = reading.next(), let start = reading.next(),
        let length = reading.next(), let event = Int32(exactly: last &+ distance), event >= last,
        let field = UInt32(exactly: field), let start = Int32(exactly: start), start >= 0,
        let end = Int32(exactly: Int64(start) &+ length), end >= start
      else { return nil }
      cuts.append(Cut(event: event, field: field, start: start, end: end))
      last = Int64(event)
    }
  }

  /// The redactions as they are stored in the log's metadata.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ value: Int64) {
      var rest = UInt64(bitPattern: value)
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    if !cuts.isEmpty {
      append(0)
      append(Int64(runs.count))
    }
    var last: Int32 = 0
    for run in runs {
      append(Int64(run.first - last))
      append(Int64(run.last - run.first))
      append(Int64(run.kept.rawValue))
      last = run.last
    }
    last = 0
    for cut in cuts {
      append(Int64(cut.event - last))
      append(Int64(cut.field))
      append(Int64(cut.start))
      append(Int64(cut.end - cut.start))
      last = cut.event
    }
    return bytes
  }
}

/// Reads varints one after the other.
private struct VarintReading {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes were read.
  var isAtEnd: Bool { position >= bytes.count }

  /// Reads a varint, or nil if it is cut off or too long.
  mutating func next() -> Int64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int64(bitPattern: value) }
    }
    return nil
  }
}
