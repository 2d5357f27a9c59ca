internal import BrowserModel

/// Room for events, on its way between two threads.
final class EventBlock: @unchecked Sendable {
  private let events: UnsafeMutablePointer<Event>
  private(set) var count = 0

  /// Large enough that handing over costs little, small enough for the processor's cache.
  private static let capacity = 1_024

  init() { events = .allocate(capacity: Self.capacity) }

  deinit { events.deallocate() }

  var isFull: Bool { count == Self.capacity }

  @inline(__always)
  func append(_ event: borrowing Event) {
    (events + count).initialize(to: copy event)
    count &+= 1
  }

  func removeAll() { count = 0 }

  /// Visits the events in order, as long as `body` wants to.
  func visit(_ body: (borrowing Event) -> Bool) -> Bool {
    for index in 0..<count {
      guard body(events[index]) else { return false }
    }
    return true
  }
}
