import TestSupport
import Testing

@testable import RetraceEventLog

@Suite struct RecordRangesTests {
  @Test(arguments: 1...20)
  func `ranges contain the same numbers as a set`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var (ranges, other) = (RecordRanges(), RecordRanges())
    var (numbers, others) = (Set<UInt64>(), Set<UInt64>())
    for _ in 0..<200 {
      let number = UInt64.random(in: 1...150, using: &random)
      ranges.insert(number)
      numbers.insert(number)
      let another = UInt64.random(in: 100...400, using: &random)
      other.insert(another)
      others.insert(another)
    }
    expect(ranges, numbers)
    #expect(RecordRanges(ranges.bytes) == ranges)
    ranges.formUnion(other)
    expect(ranges, numbers.union(others))
    let isRefused = RecordRanges([UInt8](repeating: 0xFF, count: 17)) == nil
    #expect(isRefused)
  }

  private func expect(_ ranges: RecordRanges, _ numbers: Set<UInt64>) {
    #expect(ranges.ranges.flatMap { Array($0) } == numbers.sorted())
    #expect(ranges.count == numbers.count)
    for number in 0...401 as ClosedRange<UInt64> {
      #expect(ranges.contains(number) == numbers.contains(number))
    }
    // There is always a gap between two ranges.
    for (former, next) in zip(ranges.ranges, ranges.ranges.dropFirst()) {
      #expect(former.upperBound + 1 < next.lowerBound)
    }
  }
}
