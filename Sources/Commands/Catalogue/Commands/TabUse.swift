internal import BrowserModel
internal import Notation
internal import RetraceStore

/// When a tab was opened and when it was last used.
struct TabUse {
  /// When it was opened, or nil if that event cannot be read.
  let opened: Timestamp?
  /// When it was last made the active tab of its window, went to a page or was asked to show one,
  /// or nil if no such event can be read.
  let lastUsed: Timestamp?

  init(_ tab: Tab, _ words: LogText) {
    let made = words.time(of: tab.id.event)
    opened = made.map { Timestamp(milliseconds: $0.milliseconds) }
    var events: Set<EventID> = [tab.wanted]
    if let active = tab.lastActive { events.insert(active) }
    if let entry = tab.currentEntry { events.insert(entry.content) }
    var times = [made].compactMap { $0 }
    for event in events where event.exists && event != tab.id.event {
      if let time = words.time(of: event) { times.append(time) }
    }
    // What an import could not date was written when the import ran, which is not when it was used.
    let known = times.filter(\.isKnown)
    lastUsed = (known.isEmpty ? times : known).map(\.milliseconds).max()
      .map { Timestamp(milliseconds: $0) }
  }
}
