internal import BrowserModel
internal import Notation

/// The times at which items were closed: for one that an import brought in, the time in the other
/// browser, if that is known.
struct ClosingTimes {
  private var times: [EventID: Time] = [:]

  private struct Time {
    var milliseconds: Int64
    var isImported: Bool
  }

  /// Reads the times of events. An event that cannot be read has none.
  init(_ events: [EventID], in shell: Shell) {
    for event in events {
      let time = try? shell.readEvent(event) { event, _ in
        Time(
          milliseconds: event.happenedMilliseconds, isImported: event.occurredMilliseconds != 0)
      }
      if let time { times[event] = time }
    }
  }

  /// The time of an event, or nil if it cannot be read.
  subscript(event: EventID) -> Timestamp? {
    times[event].map { Timestamp(milliseconds: $0.milliseconds) }
  }

  /// Items with the newest first, in the order in which they were closed. Only imported items move: the
  /// others keep the order of the log, regardless of the clock.
  ///
  /// - Parameter items: The items in the order of the log, the newest first.
  func sorted(_ items: [ClosedItem]) -> [ClosedItem] {
    func time(_ item: ClosedItem) -> Time? { times[item.id.event] }
    let imported = items.enumerated().filter { time($0.element)?.isImported == true }
      .sorted { left, right in
        let (new, old) = (time(left.element), time(right.element))
        return (new?.milliseconds ?? 0, -left.offset) > (old?.milliseconds ?? 0, -right.offset)
      }.map(\.element)
    guard !imported.isEmpty else { return items }
    var sorted: [ClosedItem] = []
    var waiting = imported[...]
    for item in items where time(item)?.isImported != true {
      let closed = time(item)?.milliseconds ?? .max
      let newer = waiting.prefix { time($0)?.milliseconds ?? 0 > closed }
      sorted += newer + [item]
      waiting = waiting.dropFirst(newer.count)
    }
    return sorted + waiting
  }
}
