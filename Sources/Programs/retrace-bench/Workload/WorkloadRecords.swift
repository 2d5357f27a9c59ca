import BrowserModel
import EventCoding

/// The encoded records of a workload's next events. Each group is written in one transaction.
struct WorkloadRecords {
  private(set) var workload: Workload
  private(set) var encoder = EventEncoder()

  init(_ workload: Workload) { self.workload = workload }

  /// Encodes the next `count` events, and replaces the previous records.
  mutating func fill(_ count: Int) {
    encoder.removeAll()
    for _ in 0..<count {
      let event = workload.next()
      encoder.encode(event, words: workload.words)
    }
  }
}
