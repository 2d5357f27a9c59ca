package import BrowserModel
package import Notation
package import RetraceStore

/// The times when a tab was opened and last used.
package struct TabUse {
  /// The time when the tab was opened, or nil if the event that opened it cannot be read.
  package let opened: Timestamp?
  /// The time when the tab was last selected, navigated or asked to load a page, or nil if no such
  /// event can be read.
  package let lastUsed: Timestamp?

  package init(_ tab: Tab, _ words: LogText) {
    let made = words.time(of: tab.id.event)
    opened = made.map { Timestamp(milliseconds: $0.milliseconds) }
    var events: Set<EventID> = [tab.wanted]
    if let active = tab.lastActive { events.insert(active) }
    if let entry = tab.currentEntry { events.insert(entry.content) }
    var times = [made].compactMap { $0 }
    for event in events where event.exists && event != tab.id.event {
      if let time = words.time(of: event) { times.append(time) }
    }
    // For imported data without a date, the event has the time of the import, not of the use.
    let known = times.filter(\.isKnown)
    lastUsed = (known.isEmpty ? times : known).map(\.milliseconds).max()
      .map { Timestamp(milliseconds: $0) }
  }
}
