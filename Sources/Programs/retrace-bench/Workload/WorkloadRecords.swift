import BrowserModel
import EventCoding

/// The records of a workload's next events, in groups of one transaction each.
struct WorkloadRecords {
  private(set) var workload: Workload
  private(set) var encoder = EventEncoder()

  init(_ workload: Workload) { self.workload = workload }

  /// Encodes the next `count` events, replacing the previous ones.
  mutating func fill(_ count: Int) {
    encoder.removeAll()
    for _ in 0..<count {
      let event = workload.next()
      encoder.encode(event, words: workload.words)
    }
  }
}
