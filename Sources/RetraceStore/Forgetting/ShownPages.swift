internal import BrowserModel

/// Which tabs show or load a page that is forgotten, event by event in the order of the log.
///
/// Why a load failed is said in words about its page, and the event names the tab alone. Branches of
/// the log are not told apart: their tabs show what the event before it made them show.
struct ShownPages {
  private var forgotten: Set<TabID> = []

  /// Returns the tab in which an event shows or loads a page, and the event that has the page, or
  /// nil for other events.
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

  /// Notes what a tab shows from now on.
  mutating func note(_ tab: TabID, _ isForgotten: Bool) {
    if isForgotten { forgotten.insert(tab) } else { forgotten.remove(tab) }
  }

  /// Whether an event says why a load of a forgotten page failed.
  func isFailure(_ event: borrowing Event) -> Bool {
    guard case .navigation(.failed(let body)) = event.body else { return false }
    return forgotten.contains(body.tab)
  }
}

extension Event {
  /// Its number in the log of the device that wrote it.
  var numberThere: EventID { device == 0 ? sequence : EventID(deviceSequence) }

  /// Whether it says which page a tab shows, or that a page was visited.
  var isVisit: Bool {
    switch body {
    case .tab(.opened), .navigation(.committed), .page(.visited): true
    default: false
    }
  }

  /// Whether it says something in words about what a tab shows.
  func isAboutPage(of tab: TabID) -> Bool {
    switch body {
    case .tab(.opened): sequence == tab.event
    case .navigation(.committed(let body)): body.tab == tab
    case .navigation(.started(let body)): body.tab == tab
    case .navigation(.failed(let body)): body.tab == tab
    case .page(.titled(let body)): body.tab == tab
    case .page(.pictured(let body)): body.tab == tab
    default: false
    }
  }
}
