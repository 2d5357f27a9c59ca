import BrowserModel

/// What was written about a shared library and has no place in the order yet, with the library before
/// it.
struct PendingLibrary: Sendable {
  /// The fold of everything that has its place.
  private var settled: Library
  /// The events without a place, in order.
  private var events: ContiguousArray<Event> = []

  init(behind settled: Library) { self.settled = settled }

  var isEmpty: Bool { events.isEmpty }

  /// The library with everything.
  var library: Library {
    var library = settled
    for event in events { library.apply(event) }
    return library
  }

  /// Adds an event that has no place yet.
  mutating func append(_ event: borrowing Event) { events.append(copy event) }

  /// Folds an event that has its place, before all that waits.
  mutating func settle(_ event: borrowing Event) { settled.apply(event) }

  /// Gives their places to a device's events up to one. Those on a branch never get one.
  mutating func accept(through last: EventID, of device: UInt32) {
    var left: ContiguousArray<Event> = []
    for event in events {
      if event.device == device, event.sequence <= last, !event.branch.exists {
        settled.apply(event)
      } else {
        left.append(event)
      }
    }
    events = left
  }
}
