internal import BrowserModel
internal import Bytes

/// Builds the bytes of a ``WordBlock`` from words that are added in the order of their events.
struct WordBlockWriter {
  /// Pairs of a term and an event that contains the term. The event is identified by its place in
  /// the block.
  private var pairs: [UInt64] = []
  private var folded = FoldedWords()

  /// Adds the words of an event.
  ///
  /// - Parameter place: The place of the event in the block, from 0.
  mutating func add(_ text: RawSpan, isAddress: Bool, at place: Int32) {
    folded.fold(text, isAddress: isAddress)
    for start in folded.starts {
      let term = WordTerm.term(folded.word(at: start))
      pairs.append(UInt64(term) << 32 | UInt64(place))
    }
  }

  /// Adds an event about a bookmark.
  mutating func addBookmark(at place: Int32) {
    pairs.append(UInt64(WordTerm.bookmark) << 32 | UInt64(place))
  }

  /// Returns the bytes of the block. The complexity is O(n log n) in the number of words.
  consuming func bytes() -> ContiguousArray<UInt8> {
    pairs.sort()
    var (terms, places): ([UInt32], [UInt32]) = ([], [])
    var lists = ByteWriter()
    var events: [Int32] = []
    var start = 0
    while start < pairs.count {
      let term = UInt32(truncatingIfNeeded: pairs[start] >> 32)
      events.removeAll(keepingCapacity: true)
      while start < pairs.count, UInt32(truncatingIfNeeded: pairs[start] >> 32) == term {
        let event = Int32(truncatingIfNeeded: pairs[start])
        if events.last != event { events.append(event) }
        start += 1
      }
      terms.append(term)
      if events.count == 1 {
        places.append(WordBlock.loneMark | UInt32(events[0]))
      } else {
        places.append(UInt32(lists.count))
        Self.append(events, to: &lists)
      }
    }
    var block = ByteWriter(
      capacity: WordBlock.headerCount + 8 * terms.count + lists.count + WordBlock.paddingCount)
    for numbers in [[WordBlock.magic, UInt32(terms.count)], terms, places] {
      for number in numbers { block.put(fixed: number) }
    }
    block.put(lists.bytes.span.raw)
    for _ in 0..<WordBlock.paddingCount { block.put(byte: 0) }
    return block.bytes
  }

  /// Appends the list of the events that contain a term.
  private static func append(_ events: [Int32], to lists: inout ByteWriter) {
    let mean = max(Int(WordBlock.eventCount) / events.count, 1)
    let lowBits = mean.bitWidth - 1 - mean.leadingZeroBitCount
    lists.put(fixed: UInt16(truncatingIfNeeded: events.count))
    lists.put(byte: UInt8(lowBits))
    var (bits, bitCount): (UInt64, Int) = (0, 0)
    func put(_ value: UInt64, _ width: Int) {
      bits |= value << UInt64(bitCount)
      bitCount += width
      while bitCount >= 8 {
        lists.put(byte: UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        bitCount -= 8
      }
    }
    var previous: Int32 = -1
    for event in events {
      let distance = Int(event - previous - 1)
      previous = event
      var high = distance >> lowBits
      while high >= 32 {
        put(0, 32)
        high -= 32
      }
      put(1 << UInt64(high), high + 1)
      put(UInt64(distance) & (1 << UInt64(lowBits) - 1), lowBits)
    }
    if bitCount > 0 { lists.put(byte: UInt8(truncatingIfNeeded: bits)) }
  }
}
