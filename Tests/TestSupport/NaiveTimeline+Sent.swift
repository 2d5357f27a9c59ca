public import BrowserModel

extension NaiveTimeline {
  /// The definition of the tabs that a device opens because other devices sent them. A sent tab is
  /// opened exactly once if its sender had joined, it is addressed to this device, it has a page,
  /// and its sender had not undone the sending when it arrived. Other tabs are not opened.
  ///
  /// - Parameters:
  ///   - events: The events of a log whose device has received everything.
  ///   - device: The number of the device.
  /// - Returns: The sent tabs that were opened too often, or were not opened although they should
  ///   be.
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
