public import BrowserModel

extension NaiveTimeline {
  /// The definition of the sent tabs that a device opens. A tab is opened exactly once if its
  /// sender had joined, if it has a page, and if the sender had not undone the sending when the tab
  /// arrived. No other tab is opened.
  ///
  /// - Parameters:
  ///   - events: The events of a log whose device has no waiting tabs.
  ///   - device: The number of the device.
  /// - Returns: The sent tabs that are opened more than once, or not at all.
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
