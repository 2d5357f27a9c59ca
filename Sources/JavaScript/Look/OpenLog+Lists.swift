import BrowserModel
import Bytes
import EventCoding
import RetraceTimeline

/// Lists of the things at the moment ``shown``, as rows of numbers. `retrace.mjs` looks up a text only
/// when it is needed.
extension OpenLog {
  func listWindows() {
    for window in shown.browser.windows {
      let isFocused = shown.browser.focusedWindow == window.id
      answer.number(window.id)
      answer.number(window.activeTab)
      answer.number(window.title)
      answer.number(window.tabs.count)
      answer.number(Int32(window.showState.rawValue) | (isFocused ? 16 : 0))
      bounds(window.bounds)
    }
  }

  func bounds(_ bounds: Window.Bounds) {
    answer.number(bounds.x)
    answer.number(bounds.y)
    answer.number(bounds.width)
    answer.number(bounds.height)
  }

  func listTabs() {
    answer.reserve(shown.browser.tabCount * 13 * 4)
    for window in shown.browser.windows {
      for (index, id) in window.tabs.enumerated() {
        guard let tab = shown.browser.tab(id) else { continue }
        list(tab, at: index, isActive: window.activeTab == id)
      }
    }
  }

  private func list(_ tab: Tab, at index: Int, isActive: Bool) {
    // Only a log in which something was forgotten needs a look-up of texts.
    let visible = hasForgotten ? shown.browser.shown(tab, text: events) : tab
    var flags = Int32(tab.status.rawValue) << 8
    if isActive { flags |= 1 }
    if tab.isPinned { flags |= 2 }
    if tab.isMuted { flags |= 4 }
    if tab.canGoBack { flags |= 8 }
    if tab.canGoForward { flags |= 16 }
    if visible.entries.isEmpty, !tab.entries.isEmpty { flags |= 32 }
    answer.number(tab.id)
    answer.number(tab.window)
    answer.number(index)
    answer.number(flags)
    answer.number(tab.group)
    answer.number(tab.opener)
    page(visible.currentEntry)
    answer.number(tab.pending)
    answer.number(tab.failure)
    answer.number(tab.lastActive)
    answer.number(tab.temporaryZoom)
  }

  /// Writes an entry with the events that contain its URL and title, or zeros.
  func page(_ entry: HistoryEntry?) {
    answer.number(entry?.id)
    answer.number(entry?.content)
    answer.number(entry?.title)
  }

  func listGroups() {
    for group in shown.browser.groups {
      answer.number(group.id)
      answer.number(group.window)
      answer.number(group.title)
      answer.number(Int32(group.color.rawValue) | (group.isCollapsed ? 16 : 0))
      answer.number(group.count)
    }
  }

  /// Writes the index of the current entry, and then the entries.
  func listEntries(of tab: Tab) {
    answer.number(tab.index)
    for entry in tab.entries {
      page(entry)
      answer.number(entry.scroll)
      answer.number(entry.picture)
      answer.number(Int32(entry.flags.rawValue))
    }
  }

  /// Writes a row for each tab of each closed item, the newest item first.
  func listClosed() {
    for item in shown.browser.closed.reversed() {
      for closed in item.tabs {
        let tab = hasForgotten ? shown.browser.shown(closed.tab, text: events) : closed.tab
        if tab.entries.isEmpty, !closed.tab.entries.isEmpty { continue }
        answer.number(item.id)
        answer.number(Int32(item.kind.rawValue))
        answer.number(item.window)
        answer.number(tab.id)
        page(tab.currentEntry)
      }
    }
  }

  /// Writes bookmarks, folders and separators, each folder before its members.
  func listBookmarks() {
    for bookmark in shown.readLibrary(events).bookmarks.all {
      answer.number(bookmark.id)
      answer.number(bookmark.parent)
      answer.number(Int32(bookmark.kind.rawValue))
      answer.number(bookmark.title)
      answer.number(bookmark.url)
      answer.number(bookmark.tags)
      answer.number(bookmark.keyword)
      answer.number(bookmark.note)
    }
  }

  /// Writes the default zoom, and then each site with a level.
  func listZooms() {
    answer.number(shown.browser.zoom.default)
    for site in shown.browser.zoom.sites.set {
      answer.number(site.name)
      answer.number(site.level)
    }
  }

  /// Writes the event that set each setting, in the order of the numbers of the settings.
  func listSettings() {
    let library = shown.readLibrary(events)
    for name in Settings.Name.allCases {
      let settings = name.isOfLibrary ? library.settings : shown.browser.settings
      answer.number(settings.source(of: name))
    }
  }

  /// Writes the actions after an event, oldest first, for a slider.
  func listMoments(after first: EventID) {
    var (newest, row) = (BatchID.nothing, 0)
    events.visitEvents(
      from: first.advanced(by: 1), through: timeline.position, backwards: false,
      damaged: { _ in },
      { event, _ in
        if event.batch == newest {
          answer.replaceNumber(event.sequence.rawValue, at: row + 4)
          return true
        }
        newest = event.batch
        row = answer.count
        var flags: Int32 = timeline.undoneBatches.contains(event.batch) ? 1 : 0
        if event.isUndoableByUser { flags |= 2 }
        if event.body.isUndoOrRedo { flags |= 4 }
        if event.branch.exists { flags |= 8 }
        answer.number(event.sequence)
        answer.number(event.sequence)
        answer.number(flags)
        answer.time(event.milliseconds)
        return true
      })
  }

  /// Writes the stored records of a range of events, each after its length.
  func listRecords(from first: Int32, through last: Int32) {
    var writer = ByteWriter()
    events.events.visitStored(from: EventID(max(first, 1)), through: EventID(max(last, 0))) {
      _, record in
      writer.put(withCount: record)
      return true
    }
    answer.append(writer.bytes)
  }
}
