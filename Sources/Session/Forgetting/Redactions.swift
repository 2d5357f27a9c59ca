internal import BrowserModel
internal import EventCoding

/// Which events lose words, and which of their texts stay: numbers alone, so that it can be kept
/// while the words still have to go.
struct Redactions: Equatable {
  /// Neighbours that lose the same fields.
  struct Run: Equatable {
    var first: Int32
    var last: Int32
    var kept: EventRedactor.Fields
  }

  /// In order, none beside or upon another of its kind.
  private(set) var runs: ContiguousArray<Run> = []
  private var isSorted = true

  init() {}

  var isEmpty: Bool { runs.isEmpty }
  var first: Sequence { Sequence(runs.first?.first ?? 0) }
  var last: Sequence { Sequence(runs.last?.last ?? 0) }
  /// How many events lose words.
  var count: Int { runs.reduce(0) { $0 + Int($1.last - $1.first) + 1 } }

  /// Adds an event. One that is there keeps only what both keep. Call ``settle()`` before asking.
  mutating func add(_ sequence: Sequence, keeping kept: EventRedactor.Fields = []) {
    let number = sequence.rawValue
    if let newest = runs.last {
      if newest.last + 1 == number, newest.kept == kept {
        runs[runs.count - 1].last = number
        return
      }
      if newest.last >= number { isSorted = false }
    }
    runs.append(Run(first: number, last: number, kept: kept))
  }

  /// Adds all of another.
  mutating func add(_ other: Redactions) {
    for run in other.runs {
      for number in run.first...run.last { add(Sequence(number), keeping: run.kept) }
    }
    settle()
  }

  /// Those of its events that are not in another.
  func without(_ other: Redactions) -> Redactions {
    var rest = Redactions()
    for run in runs {
      for number in run.first...run.last where other.kept(of: Sequence(number)) == nil {
        rest.add(Sequence(number), keeping: run.kept)
      }
    }
    return rest
  }

  /// Brings what was added into order.
  mutating func settle() {
    guard !isSorted else { return }
    var events: [Int32: EventRedactor.Fields] = [:]
    for run in runs {
      for number in run.first...run.last {
        events[number] = events[number].map { $0.intersection(run.kept) } ?? run.kept
      }
    }
    runs = []
    isSorted = true
    for number in events.keys.sorted() { add(Sequence(number), keeping: events[number] ?? []) }
  }

  /// The texts that stay of an event; nil where all do.
  func kept(of sequence: Sequence) -> EventRedactor.Fields? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].last < sequence.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].first <= sequence.rawValue else { return nil }
    return runs[low].kept
  }

  /// A record without what goes; nil where all stays. Of one that cannot be read nothing is left.
  func redacted(_ bytes: RawSpan, at sequence: Sequence) -> [UInt8]? {
    guard let kept = kept(of: sequence) else { return nil }
    return EventRedactor.redact(bytes, sequence: sequence, keeping: kept)
      ?? EventRedactor.nothing
  }
}

// As bytes: for each run the distance from the one before, its length and what stays, as varints.
extension Redactions {
  init?(bytes: [UInt8]) {
    var position = 0
    var last: Int64 = 0
    func number() -> Int64? {
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
    while position < bytes.count {
      guard let distance = number(), let length = number(), let kept = number(),
        let first = Int32(exactly: last &+ distance), first > last,
        let end = Int32(exactly: Int64(first) &+ length), end >= first
      else { return nil }
      let fields = EventRedactor.Fields(rawValue: UInt32(truncatingIfNeeded: kept))
      runs.append(Run(first: first, last: end, kept: fields))
      last = Int64(end)
    }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var last: Int32 = 0
    func append(_ value: UInt64) {
      var rest = value
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    for run in runs {
      append(UInt64(run.first - last))
      append(UInt64(run.last - run.first))
      append(UInt64(run.kept.rawValue))
      last = run.last
    }
    return bytes
  }
}
