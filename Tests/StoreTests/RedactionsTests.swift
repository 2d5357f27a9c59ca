import BrowserModel
import EventCoding
import TestSupport
import Testing

@testable import RetraceStore

/// The text to erase from each event, in stored form and when combined.
@Suite struct RedactionsTests {
  @Test(arguments: 1...30)
  func `combined redactions keep only the text that each of them keeps`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var redactions = Redactions()
    var naive: [Int32: EventRedactor.Fields] = [:]
    for _ in 0..<3 {
      var other = Redactions()
      for _ in 0..<random.below(40) {
        let event = Int32(1 + random.below(60))
        let kept = EventRedactor.Fields(rawValue: UInt32(random.below(4)))
        other.add(EventID(event), keeping: kept)
        naive[event] = naive[event].map { $0.intersection(kept) } ?? kept
      }
      other.sort()
      redactions.add(other)
    }
    #expect(redactions.count == naive.count)
    for event in Int32(1)...61 {
      #expect(redactions.kept(of: EventID(event)) == naive[event], "#\(event)")
    }
    #expect(Redactions(bytes: redactions.bytes) == redactions)
  }

  @Test func `redacted byte ranges are restored from bytes`() {
    var redactions = Redactions()
    redactions.add(
      EventID(9), keeping: EventRedactor.Fields(number: 3),
      cutting: [
        EventRedactor.Cut(field: 3, bytes: 300..<400), EventRedactor.Cut(field: 3, bytes: 2..<5),
      ])
    redactions.add(EventID(2))
    redactions.sort()
    #expect(redactions.cuts.map(\.start) == [2, 300])
    #expect(Redactions(bytes: redactions.bytes) == redactions)
    for count in 1..<redactions.bytes.count {
      // Truncated bytes are invalid, or contain fewer ranges.
      if let part = Redactions(bytes: Array(redactions.bytes.prefix(count))) {
        #expect(part.cuts.count < 2)
      }
    }
  }
}
