import BrowserModel

/// The events about a shared library that have no place in the order yet, and the library before
/// these events.
struct PendingLibrary: Sendable {
  /// The fold of all events that have a place.
  private var settled: Library
  /// The events without a place, in order.
  private var events: ContiguousArray<Event> = []

  init(after settled: Library) { self.settled = settled }

  var isEmpty: Bool { events.isEmpty }

  /// The library including all pending events.
  var library: Library {
    var library = settled
    for event in events { library.apply(event) }
    return library
  }

  /// Adds an event that has no place yet.
  mutating func append(_ event: borrowing Event) { events.append(copy event) }

  /// Folds an event that has a place. The event comes before all pending events.
  mutating func settle(_ event: borrowing Event) { settled.apply(event) }

  /// Assigns places to the events of a device up to a given event. Events on a branch never get a
  /// place.
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
