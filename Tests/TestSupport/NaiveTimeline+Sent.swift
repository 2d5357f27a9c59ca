public import BrowserModel

extension NaiveTimeline {
  /// The definition of what a device opens because others sent it: each tab that a device sent to it which
  /// had joined, that has a page and that had not been taken back by its sender when it arrived is opened once, no other is.
  ///
  /// - Parameters:
  ///   - events: The events of a log whose device waits for nothing.
  ///   - device: The number of the device.
  /// - Returns: What was sent and is opened too often, or not at all.
  public static func wronglyOpened(_ events: [Event], device: UInt32) -> [EventID] {
    events.filter { event in
      guard case .device(.sent(let body)) = event.body, event.device != 0 else { return false }
      let count = events.count { later in
        guard case .tab(.restored) = later.body else { return false }
        return later.device == 0 && later.cause == event.sequence
      }
      let hasJoined = events.contains { former in
        guard case .device(.joined) = former.body else { return false }
        return former.device == event.device && former.sequence < event.sequence
      }
      let isHere = UInt32(body.recipient) == device && hasJoined && hasPage(event, events)
      return isHere ? count > 1 || count == 0 && !isUndone(event, events) : count > 0
    }.map(\.sequence)
  }

  private static func hasPage(_ sent: Event, _ events: [Event]) -> Bool {
    events.contains { event in
      guard case .device(.sentEntry(let page)) = event.body else { return false }
      return event.batch == sent.batch && page.content.exists
    }
  }

  /// Whether the last undo or redo of a batch by its own device is an undo.
  private static func isUndone(_ event: Event, _ events: [Event]) -> Bool {
    undoneBatches(events.filter { $0.device == event.device }).contains(event.batch)
  }
}
