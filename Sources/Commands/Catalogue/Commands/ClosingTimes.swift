internal import BrowserModel
internal import Notation

/// The times at which items were closed. For an imported item, this is the time in the other
/// browser, if known.
struct ClosingTimes {
  private var times: [EventID: Int64] = [:]

  /// Reads the times of events. Unreadable events have no time.
  init(_ events: [EventID], in context: CommandContext) {
    for event in events {
      times[event] = try? context.readEvent(event) { event, _ in event.happenedMilliseconds }
    }
  }

  /// The time of an event, or nil if it cannot be read.
  subscript(event: EventID) -> Timestamp? {
    times[event].map { Timestamp(milliseconds: $0) }
  }
}
