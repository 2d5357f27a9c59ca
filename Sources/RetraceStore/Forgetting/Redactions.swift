internal import BrowserModel
internal import Bytes
internal import EventCoding
internal import RetraceEventLog

/// The events that lose text, the fields to keep, and the parts to cut out of kept fields.
///
/// Redactions contain only numbers, so they can be stored until the text has been removed.
struct Redactions: Equatable {
  /// Adjacent events that lose the same fields.
  struct Run: Equatable {
    var first: Int32
    var last: Int32
    /// The fields to keep.
    var kept: EventRedactor.Fields
  }

  /// Bytes to cut out of a text that is kept.
  struct Cut: Equatable {
    var event: Int32
    /// The number of the field.
    var field: UInt32
    /// The start of the bytes in the text.
    var start: Int32
    /// The end of the bytes in the text.
    var end: Int32
  }

  /// The runs, in order. No two runs overlap, and adjacent runs lose different fields.
  private(set) var runs: ContiguousArray<Run> = []
  /// The cuts, in the order of events, fields and bytes.
  private(set) var cuts: ContiguousArray<Cut> = []
  /// Whether ``runs`` has been sorted by ``sort()`` since the last change.
  private var isSorted = true

  /// Creates empty redactions.
  init() {}

  /// Whether no event loses text.
  var isEmpty: Bool { runs.isEmpty }
  /// The first event that loses text.
  var first: EventID { EventID(runs.first?.first ?? 0) }
  /// The last event that loses text.
  var last: EventID { EventID(runs.last?.last ?? 0) }
  /// The number of events that lose text.
  var count: Int { runs.reduce(0) { $0 + Int($1.last - $1.first) + 1 } }

  /// Adds an event. If the event was already added, it keeps only the fields that both calls keep.
  /// Call ``sort()`` before any query.
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

  /// Adds the runs and cuts of other redactions.
  mutating func add(_ other: Redactions) {
    for run in other.runs { append(run) }
    cuts += other.cuts
    sort()
  }

  /// Returns the redactions of the events that other redactions do not contain.
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

  /// Appends a run after all existing runs, and joins it with the last run if both runs lose the
  /// same fields.
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

  /// Sorts the added runs, and splits overlapping runs.
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

  /// Adds a run that begins after the beginnings of all existing runs.
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

  /// Returns the fields of an event to keep, possibly with cuts, or nil if the event is unchanged.
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

  /// Returns the cuts in the texts of an event.
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

  /// Returns a record without its forgotten text, or nil if the record is unchanged. A record that
  /// cannot be read becomes an empty record.
  func redacted(_ bytes: RawSpan, at sequence: EventID) -> [UInt8]? {
    guard let kept = kept(of: sequence) else { return nil }
    return EventRedactor.redact(
      bytes, sequence: sequence, keeping: kept, cutting: cuts(of: sequence))
      ?? EventRedactor.nothing
  }
}

// The stored form is a sequence of numbers. For each run: the distance from the previous run, its
// length, and the fields to keep. If there are cuts, a zero and the number of runs come first.
// After the runs follow, for each cut, the distance of its event, its field, start and length. A
// version that does not know cuts cannot read such bytes, and does nothing.
extension Redactions {
  /// Creates redactions from their ``bytes``, or returns nil if the bytes are damaged.
  init?(bytes: [UInt8]) {
    let span = bytes.span.raw
    var reading = ByteReader(span)
    var runCount = Int.max
    if bytes.first == 0 {
      _ = reading.byte()
      runCount = reading.tally()
    }
    var last: Int64 = 0
    while !reading.isAtEnd, runs.count < runCount {
      let (distance, length) = (Int64(reading.tally()), Int64(reading.tally()))
      let kept = reading.number()
      guard !reading.isDamaged, let first = Int32(exactly: last &+ distance), first > last,
        let end = Int32(exactly: Int64(first) &+ length), end >= first
      else { return nil }
      let fields = EventRedactor.Fields(rawValue: UInt32(truncatingIfNeeded: kept))
      runs.append(Run(first: first, last: end, kept: fields))
      last = Int64(end)
    }
    last = 0
    while !reading.isAtEnd {
      let (distance, field) = (Int64(reading.tally()), reading.number())
      let (start, length) = (reading.tally(), Int64(reading.tally()))
      guard !reading.isDamaged, let event = Int32(exactly: last &+ distance), event >= last,
        let field = UInt32(exactly: field), let start = Int32(exactly: start), start >= 0,
        let end = Int32(exactly: Int64(start) &+ length), end >= start
      else { return nil }
      cuts.append(Cut(event: event, field: field, start: start, end: end))
      last = Int64(event)
    }
    if reading.isDamaged { return nil }
  }

  /// The redactions as stored in the log's metadata.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    if !cuts.isEmpty {
      writer.put(byte: 0)
      writer.put(count: runs.count)
    }
    var last: Int32 = 0
    for run in runs {
      writer.put(count: Int(run.first - last))
      writer.put(count: Int(run.last - run.first))
      writer.put(UInt64(run.kept.rawValue))
      last = run.last
    }
    last = 0
    for cut in cuts {
      writer.put(count: Int(cut.event - last))
      writer.put(UInt64(cut.field))
      writer.put(count: Int(cut.start))
      writer.put(count: Int(cut.end - cut.start))
      last = cut.event
    }
    return Array(writer.bytes)
  }
}
