internal import BrowserModel
internal import RetraceStore

/// A kind of data that a format, or a browser that replays a session, does not support.
package enum ExportOmission: String, CaseIterable, Sendable {
  case separators, emptyFolders, folderNotes, folderDates
  case tags, keywords, notes, dates
  case historyEntries, startPages, pins, mutes, groups, windowBounds
  case closedTabs, zooms, tabZooms, scroll
  case visitDevices, values, firefoxValues

  /// The noun for the kind in the singular.
  package var one: String {
    switch self {
    case .separators: "separator"
    case .emptyFolders: "empty folder"
    case .folderNotes: "note of a folder"
    case .folderDates: "date of a folder"
    case .tags: "tag"
    case .keywords: "keyword"
    case .notes: "note"
    case .dates: "date of a bookmark"
    case .historyEntries: "other page in a tab's history"
    case .startPages: "tab with the start page"
    case .pins: "pin of a tab"
    case .mutes: "muted tab's state"
    case .groups: "tab group"
    case .windowBounds: "window size"
    case .closedTabs: "closed tab"
    case .zooms: "zoom of a site"
    case .tabZooms: "zoom of a tab"
    case .scroll: "scroll position"
    case .visitDevices: "device of a visit"
    case .values: "custom value"
    case .firefoxValues: "note of Firefox"
    }
  }

  /// The noun for the kind in the plural.
  package var many: String {
    switch self {
    case .separators: "separators"
    case .emptyFolders: "empty folders"
    case .folderNotes: "notes of folders"
    case .folderDates: "dates of folders"
    case .tags: "tags"
    case .keywords: "keywords"
    case .notes: "notes"
    case .dates: "dates of bookmarks"
    case .historyEntries: "other pages in tabs' histories"
    case .startPages: "tabs with the start page"
    case .pins: "pins of tabs"
    case .mutes: "muted tabs' states"
    case .groups: "tab groups"
    case .windowBounds: "window sizes"
    case .closedTabs: "closed tabs"
    case .zooms: "zooms of sites"
    case .tabZooms: "zooms of tabs"
    case .scroll: "scroll positions"
    case .visitDevices: "devices of visits"
    case .values: "custom values"
    case .firefoxValues: "notes of Firefox"
    }
  }
}

/// The number of lost items of each kind.
package typealias ExportOmissions = [ExportOmission: Int]

extension ExportOmissions {
  mutating func add(_ kind: ExportOmission, _ count: Int = 1) {
    if count > 0 { self[kind, default: 0] += count }
  }

  func only(_ kinds: Set<ExportOmission>) -> ExportOmissions { filter { kinds.contains($0.key) } }

  /// Counts the data that no other browser's session can contain: zoom levels, scroll positions, and
  /// the custom values of groups.
  ///
  /// - Complexity: O(entries).
  static func ofEverySession(_ browser: Browser) -> ExportOmissions {
    var losses = ExportOmissions()
    for group in browser.groups { losses.add(.values, browser.values[.group(group.id)].count) }
    losses.add(.zooms, browser.zoom.sites.set.count)
    for tab in browser.tabs {
      if tab.temporaryZoom.exists { losses.add(.tabZooms) }
      losses.add(.scroll, tab.entries.count { $0.scroll.exists })
    }
    return losses
  }

  /// Counts the items that any format omits: empty folders and notes, dates and similar data.
  ///
  /// - Complexity: O(items).
  static func inAnyFormat(_ items: [PortableItem]) -> ExportOmissions {
    var losses = ExportOmissions()
    // For each open folder, whether it contains a bookmark at any depth.
    var hasBookmarks: [Bool] = []
    for item in items {
      switch item {
      case .session(let session): losses.add(session)
      case .folderBegan(let folder):
        hasBookmarks.append(false)
        losses.add(.folderNotes, folder.note.isEmpty ? 0 : 1)
        losses.add(.folderDates, folder.milliseconds > 0 ? 1 : 0)
      case .folderEnded:
        let isFilled = hasBookmarks.popLast() ?? true
        losses.add(.emptyFolders, isFilled ? 0 : 1)
        if isFilled, let last = hasBookmarks.indices.last { hasBookmarks[last] = true }
      case .bookmark(let bookmark) where bookmark.kind == .separator: losses.add(.separators)
      case .bookmark(let bookmark):
        if let last = hasBookmarks.indices.last { hasBookmarks[last] = true }
        losses.add(.tags, bookmark.tags.count)
        losses.add(.keywords, bookmark.keyword.isEmpty ? 0 : 1)
        losses.add(.notes, bookmark.note.isEmpty ? 0 : 1)
        losses.add(.dates, bookmark.milliseconds > 0 ? 1 : 0)
      default: break
      }
    }
    return losses
  }

  private mutating func add(_ values: [String: String]) {
    let firefoxCount = values.keys.count(where: FirefoxValue.isOne)
    add(.firefoxValues, firefoxCount)
    add(.values, values.count - firefoxCount)
  }

  private mutating func add(_ session: PortableSession) {
    for window in session.windows {
      add(.groups, window.groups.count)
      add(.windowBounds, window.bounds == .unknown ? 0 : 1)
      add(window.values)
      for tab in window.tabs {
        add(tab.values)
        add(.historyEntries, tab.entries.count - 1)
        add(.startPages, tab.entries[tab.index].url == Destination.startPage ? 1 : 0)
        add(.pins, tab.isPinned ? 1 : 0)
        add(.mutes, tab.isMuted ? 1 : 0)
      }
    }
    for closing in session.closed {
      switch closing.item {
      case .tab: add(.closedTabs)
      case .window(let window): add(.closedTabs, window.tabs.count)
      }
    }
  }
}
