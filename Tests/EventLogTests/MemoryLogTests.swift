import EventCoding
import TestSupport
import Testing

struct MemoryLogTests {
  /// Compares random edits with a plain array.
  @Test(arguments: 0..<50) func `it behaves like an array of records`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var log = MemoryLog()
    var model: [[UInt8]] = []
    for _ in 0..<200 {
      let record = Self.record(&random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let count = Int.random(in: 0...model.count, using: &random)
        log.truncate(to: UInt64(count))
        model.removeLast(model.count - count)
      case 1 where !model.isEmpty:
        let index = Int.random(in: 0..<model.count, using: &random)
        log.replace(at: UInt64(index + 1), with: record.span.bytes)
        model[index] = record
      default:
        model.append(record)
        #expect(log.append(record.span.bytes) == UInt64(model.count))
      }
    }
    #expect(log.newest == UInt64(model.count))
    #expect(log.byteCount == model.reduce(0) { $0 + $1.count })
    let records = (0...model.count + 1).map { sequence in
      log.withRecord(at: UInt64(sequence)) { Array(copying: $0) }
    }
    #expect(records == [nil] + model + [nil])
  }

  private static func record(_ random: inout SplitMix64) -> [UInt8] {
    let count = Int.random(in: 1...40, using: &random)
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}
