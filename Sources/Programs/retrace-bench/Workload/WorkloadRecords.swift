import BrowserModel
import EventCoding

/// The records of the next events of a workload, as many at a time as one transaction takes.
struct WorkloadRecords {
  private(set) var workload: Workload
  private(set) var encoder = EventEncoder()

  init(_ workload: Workload) { self.workload = workload }

  /// Encodes the next `count` events in the place of those before.
  mutating func fill(_ count: Int) {
    encoder.removeAll()
    for _ in 0..<count {
      let event = workload.next()
      encoder.encode(event, words: workload.words)
    }
  }
}
