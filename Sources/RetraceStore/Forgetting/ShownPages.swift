internal import BrowserModel

/// The tabs that show or load a forgotten page, event by event in the order of the log.
///
/// The reason for a failed load is a text about its page, but the event contains only the tab.
/// Branches of the log are not distinguished: a tab shows the page of the previous event,
/// regardless of its branch.
struct ShownPages {
  private var forgotten: Set<TabID> = []

  /// Returns the tab in which an event shows or loads a page, and the event with the page, or nil
  /// for other events.
  static func brought(by event: borrowing Event) -> (tab: TabID, page: EventID)? {
    switch event.body {
    case .tab(.opened): (TabID(event.sequence), event.sequence)
    case .navigation(.started(let body)): (body.tab, event.sequence)
    case .navigation(.committed(let body)): (body.tab, event.sequence)
    case .navigation(.travelStarted(let body)), .navigation(.traveled(let body)):
      (body.tab, body.entry.event)
    default: nil
    }
  }

  /// Records whether the page that a tab shows from now on is forgotten.
  mutating func note(_ tab: TabID, _ isForgotten: Bool) {
    if isForgotten { forgotten.insert(tab) } else { forgotten.remove(tab) }
  }

  /// Whether an event reports the failed load of a forgotten page.
  func isFailure(_ event: borrowing Event) -> Bool {
    guard case .navigation(.failed(let body)) = event.body else { return false }
    return forgotten.contains(body.tab)
  }
}

extension Event {
  /// The number of the event in the log of the device that wrote it.
  var numberThere: EventID { device == 0 ? sequence : EventID(deviceSequence) }

  /// Whether the event states which page a tab shows, or that a page was visited.
  var isVisit: Bool {
    switch body {
    case .tab(.opened), .navigation(.committed), .page(.visited): true
    default: false
    }
  }

  /// Whether the event contains text about the page that a tab shows.
  func isAboutPage(of tab: TabID) -> Bool {
    switch body {
    case .tab(.opened): sequence == tab.event
    case .navigation(.committed(let body)): body.tab == tab
    case .navigation(.started(let body)): body.tab == tab
    case .navigation(.failed(let body)): body.tab == tab
    case .page(.titled(let body)): body.tab == tab
    case .page(.pictured(let body)): body.tab == tab
    case .value(.set(let body)): body.tab == tab
    default: false
    }
  }
}
