internal import BrowserModel
internal import CommandKit

extension Difference {
  /// One line for each change, in the order of the changes.
  /// - Complexity: O(changes), each with a few look-ups of words.
  var lines: [DifferenceLine] {
    let arrived = arrivals
    let lines = changes.compactMap { change -> DifferenceLine? in
      // Navigation of a tab is described once, by its current entry.
      if case .entry(let entry, let tab, .gained) = change, arrived[tab] == entry { return nil }
      return line(change)
    }
    return lines
      + sites.map { site in
        let from = site.from.exists ? site.from : former.zoom.default
        let to = site.to.exists ? site.to : latter.zoom.default
        return DifferenceLine(
          sign: .changed, sentence: "zoom of \(site.host) \(from.percentText) → \(to.percentText)")
      }
  }

  /// The current entries of the tabs whose current entry changed.
  private var arrivals: [TabID: EntryID] {
    var arrivals: [TabID: EntryID] = [:]
    for change in changes {
      if case .tab(let tab, .current(_, let to)) = change { arrivals[tab] = to }
    }
    return arrivals
  }

  private func line(_ change: Change) -> DifferenceLine {
    switch change {
    case .window(let id, let change): line(change, of: id)
    case .focus(let from, let to):
      DifferenceLine(sign: .changed, sentence: "focus \(windowName(from)) → \(windowName(to))")
    case .tab(let id, let change): line(change, of: id)
    case .entry(let entry, let tab, let change): line(change, of: entry, in: tab)
    case .group(let id, let change): line(change, of: id)
    case .closed(let id, let change): line(change, of: id)
    case .bookmark(let id, let change): line(change, of: id)
    case .defaultZoom(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "default zoom \(from.percentText) → \(to.percentText)")
    case .siteZoom: DifferenceLine(sign: .changed, sentence: "")
    case .setting(let name, let from, let to):
      DifferenceLine(
        sign: .changed,
        sentence: "\(SafeText(naming: name)) \(value(name, from)) → \(value(name, to))")
    case .value(let owner, let from, let to): line(owner, value(setBy: from), value(setBy: to))
    }
  }

  private func line(
    _ owner: ValueOwner, _ from: CustomValue?, _ to: CustomValue?
  ) -> DifferenceLine {
    let place: SafeText =
      switch owner {
      case .profile: ""
      case .window(let id): "window \(number(id)) "
      case .tab(let id): "tab \(number(id)) "
      case .group(let id): "group \(number(id)) "
      }
    let subject: SafeText = "\(place)value \(SafeText(to?.name ?? from?.name ?? ""))"
    return switch (from, to) {
    case (nil, let to?):
      DifferenceLine(sign: .came, sentence: "\(subject) \(to.shownText)")
    case (let from?, nil):
      DifferenceLine(sign: .went, sentence: "\(subject) \(from.shownText)")
    default:
      DifferenceLine(
        sign: .changed,
        sentence: "\(subject) \(from?.shownText ?? "none") → \(to?.shownText ?? "none")")
    }
  }

  private func line(_ change: WindowChange, of id: WindowID) -> DifferenceLine {
    let window = windowName(id)
    return switch change {
    case .opened: DifferenceLine(sign: .came, sentence: "\(window) opened")
    case .closed: DifferenceLine(sign: .went, sentence: "\(window) closed")
    case .moved(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(window) moved \(from + 1) → \(to + 1)")
    case .placed(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(window) at \(words(from)) → \(words(to))")
    case .shown(let from, let to):
      DifferenceLine(
        sign: .changed,
        sentence: "\(window) \(SafeText(naming: from)) → \(SafeText(naming: to))")
    case .title(let from, let to):
      DifferenceLine(
        sign: .changed,
        sentence: "window \(number(id)) name \(quoted(from)) → \(quoted(to))")
    case .selected(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(window) active tab \(number(from)) → \(number(to))",
        name: name(ofTab: to))
    }
  }

  private func line(_ change: GroupChange, of id: GroupID) -> DifferenceLine {
    let subject: SafeText = "group \(number(id))"
    let title = group(id).map { SafeText(self.title($0.title)) } ?? ""
    return switch change {
    case .made: DifferenceLine(sign: .came, sentence: "\(subject) added", name: title)
    case .gone: DifferenceLine(sign: .went, sentence: "\(subject) removed", name: title)
    case .title(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(subject) title \(quoted(from)) → \(quoted(to))")
    case .color(let from, let to):
      DifferenceLine(
        sign: .changed,
        sentence: "\(subject) \(SafeText(naming: from)) → \(SafeText(naming: to))",
        name: title)
    case .collapsed(let isCollapsed):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) \(isCollapsed ? "collapsed" : "expanded")",
        name: title)
    }
  }

  private func line(_ change: ClosedChange, of id: ClosedItemID) -> DifferenceLine {
    let item = closedItem(id)
    let kind: SafeText =
      switch item?.kind {
      case .window: "window \(number(item?.thing))"
      case .tabs: .counted(item?.tabs.count ?? 0, "tab") + " \(number(id))"
      default: "tab \(item.map { number($0.thing) } ?? number(id))"
      }
    let name = item?.tabs.first.map { label(of: $0.tab) } ?? ""
    return switch change {
    case .gained: DifferenceLine(sign: .came, sentence: "closed list: \(kind)", name: name)
    case .lost: DifferenceLine(sign: .went, sentence: "closed list: \(kind)", name: name)
    case .changed:
      DifferenceLine(
        sign: .changed, sentence: "closed list: \(kind) has different tabs or pages", name: name)
    }
  }

  // MARK: Names

  func number(_ id: (some EventReference)?) -> SafeText {
    id?.ifExists.map { "#\($0.rawValue)" } ?? "none"
  }

  private func windowName(_ id: WindowID) -> SafeText {
    guard id.exists else { return "none" }
    let event = (latter.window(id) ?? former.window(id))?.title ?? .nothing
    let name = title(event)
    return "window #\(id.rawValue)" + (name.isEmpty ? "" : " “\(SafeText(name))”")
  }

  private func words(_ bounds: Window.Bounds) -> SafeText {
    bounds == .unknown
      ? "no place" : "\(bounds.x),\(bounds.y) \(bounds.width)×\(bounds.height)"
  }

  func quoted(_ event: EventID) -> SafeText {
    let title = title(event)
    return title.isEmpty ? "none" : "“\(title)”"
  }

  func name(ofTab id: TabID) -> SafeText { tab(id).map { label(of: $0) } ?? "" }

  func label(of tab: Tab) -> SafeText { tab.currentEntry.map(label) ?? "Start page" }

  func label(of row: HistoryEntry) -> SafeText {
    let url = url(row.content)
    if url == Destination.startPage { return "Start page" }
    // A forgotten page has an empty URL.
    if url.isEmpty { return "forgotten" }
    let title = title(row.title)
    return title.isEmpty ? shownURL(url) : "\(title) — \(shownURL(url))"
  }
}

/// The differences of tabs and their histories, as sentences.
extension Difference {
  func line(_ change: TabChange, of id: TabID) -> DifferenceLine {
    let tab: SafeText = "tab \(number(id))"
    let name = name(ofTab: id)
    return switch change {
    case .opened(let place):
      DifferenceLine(
        sign: .came, sentence: "\(tab) opened at \(placeInWindow(place, latter))", name: name)
    case .closed(let place):
      DifferenceLine(
        sign: .went, sentence: "\(tab) closed at \(placeInWindow(place, former))", name: name)
    case .moved(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(tab) moved \(move(from, to))", name: name)
    case .pinned(let isPinned):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) \(isPinned ? "pinned" : "unpinned")", name: name)
    case .muted(let isMuted):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) \(isMuted ? "muted" : "unmuted")", name: name)
    case .grouped(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) group \(groupName(from)) → \(groupName(to))", name: name)
    case .opener(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) opener \(number(from)) → \(number(to))", name: name)
    default: line(showing: change, of: id)
    }
  }

  /// Returns the line for a change of the page that a tab shows, or of the way in which the tab
  /// shows it.
  private func line(showing change: TabChange, of id: TabID) -> DifferenceLine {
    let tab: SafeText = "tab \(number(id))"
    let name = name(ofTab: id)
    return switch change {
    case .current(let from, let to): line(from: row(from, id, former), to: row(to, id, latter), tab)
    case .pending(_, let to):
      DifferenceLine(
        sign: .changed,
        sentence: to.map { "\(tab) is loading \(url($0))" } ?? "\(tab) is no longer loading "
          + "another page")
    case .status(let from, let to):
      DifferenceLine(
        sign: .changed,
        sentence: "\(tab) \(status(from, id, former)) → \(status(to, id, latter))", name: name)
    case .temporaryZoom(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) own zoom \(zoom(from)) → \(zoom(to))", name: name)
    default: DifferenceLine(sign: .changed, sentence: tab)
    }
  }

  func line(_ change: EntryChange, of entry: EntryID, in tab: TabID) -> DifferenceLine {
    let subject: SafeText = "tab \(number(tab))"
    let row = row(entry, of: tab)
    let name = row.map { label(of: $0) } ?? ""
    return switch change {
    case .gained: DifferenceLine(sign: .came, sentence: "\(subject) page \(name)")
    case .lost: DifferenceLine(sign: .went, sentence: "\(subject) page \(name)")
    case .page(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(subject) page \(url(from)) → \(url(to))")
    case .title(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) title \(quoted(from)) → \(quoted(to))",
        name: row.map { SafeText(url($0.content)) } ?? "")
    case .scroll: DifferenceLine(sign: .changed, sentence: "\(subject) scrolled", name: name)
    case .picture(_, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) \(to.exists ? "picture" : "no picture")", name: name)
    case .marks(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(subject) \(marks(from, to))", name: name)
    }
  }

  // MARK: Places and names

  /// Returns the place as the user could have typed it at that moment: the position from 1,
  /// preceded by the position of the window if there are several windows.
  private func placeInWindow(_ place: Place, _ browser: Browser) -> SafeText {
    let window = WindowID(place.container)
    // Private windows are numbered after all others, whose number is unknown here.
    if Set(former.windowOrder).union(latter.windowOrder).count == 1 || window.isPrivate {
      return "\(place.index + 1)"
    }
    guard let number = browser.windowOrder.firstIndex(of: window) else {
      return "\(place.index + 1) in window \(number(place.container))"
    }
    return "\(number + 1):\(place.index + 1)"
  }

  private func move(_ from: Place, _ to: Place) -> SafeText {
    "\(placeInWindow(from, former)) → \(placeInWindow(to, latter))"
  }

  private func groupName(_ id: GroupID?) -> SafeText {
    guard let id else { return "none" }
    let title = group(id).map { self.title($0.title) } ?? ""
    return title.isEmpty ? number(id) : "“\(title)”"
  }

  private func row(_ entry: EntryID?, _ tab: TabID, _ browser: Browser) -> HistoryEntry? {
    browser.tab(tab)?.entries.last { $0.id == entry }
  }

  /// Returns the line for a step from one page to another. The pages are identified by their titles
  /// if the titles differ.
  private func line(from: HistoryEntry?, to: HistoryEntry?, _ tab: SafeText) -> DifferenceLine {
    let titles = (from: shortLabel(of: from), to: shortLabel(of: to))
    let isClear = titles.from != titles.to
    let names = isClear ? titles : (from: address(of: from), to: address(of: to))
    let address = address(of: to)
    return DifferenceLine(
      sign: .changed, sentence: "\(tab) went \(names.from) → \(names.to)",
      name: names.to == address ? "" : address)
  }

  /// Returns the title of an entry, or its URL if the entry has no title.
  private func shortLabel(of row: HistoryEntry?) -> SafeText {
    let title = row.map { self.title($0.title) } ?? ""
    return title.isEmpty ? address(of: row) : SafeText(title)
  }

  private func address(of row: HistoryEntry?) -> SafeText {
    guard let row else { return "none" }
    let url = url(row.content)
    return url == Destination.startPage ? "Start page" : shownURL(url)
  }

  private func status(
    _ status: Tab.Status, _ tab: TabID, _ browser: Browser
  ) -> SafeText {
    let reason = status == .failed ? text(.reason, browser.tab(tab)?.failure ?? .nothing) : ""
    return reason.isEmpty
      ? SafeText(naming: status) : "\(SafeText(naming: status)) (\(reason))"
  }

  private func zoom(_ level: ZoomLevel) -> SafeText {
    level.exists ? SafeText(level.percentText) : "none"
  }

  private func marks(_ from: HistoryEntry.Flags, _ to: HistoryEntry.Flags) -> SafeText {
    let differing = from.symmetricDifference(to)
    if differing.contains(.skippable) {
      return to.contains(.skippable) ? "page is skipped by back" : "page is no longer skipped"
    }
    return to.contains(.activated) ? "page has user interaction" : "page has no user interaction"
  }
}

/// The differences of bookmarks, as sentences.
extension Difference {
  func line(_ change: BookmarkChange, of id: BookmarkID) -> DifferenceLine {
    let subject: SafeText = "\(kind(id)) \(number(id))"
    let name = name(ofBookmark: id)
    return switch change {
    case .added(let place):
      DifferenceLine(
        sign: .came, sentence: "\(subject) added at \(position(place, latterBookmarks))", name: name
      )
    case .removed(let place):
      DifferenceLine(
        sign: .went, sentence: "\(subject) removed from \(position(place, previousBookmarks))",
        name: name)
    case .moved(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) moved \(moveInFolders(from, to))", name: name)
    case .title(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) title \(quoted(from)) → \(quoted(to))")
    case .url(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) \(url(from)) → \(url(to))", name: name)
    case .tags(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) tags \(tagged(from)) → \(tagged(to))", name: name)
    case .keyword(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) keyword \(word(from)) → \(word(to))", name: name)
    case .note(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) note \(noted(from)) → \(noted(to))", name: name)
    }
  }

  private func kind(_ id: BookmarkID) -> SafeText {
    bookmark(id).map { SafeText(naming: $0.kind) } ?? "bookmark"
  }

  private func name(ofBookmark id: BookmarkID) -> SafeText {
    guard let bookmark = bookmark(id) else { return "" }
    let title = title(bookmark.title)
    let url = text(.url, bookmark.url)
    if bookmark.kind == .folder { return "\(title)/" }
    return title.isEmpty ? shownURL(url) : url.isEmpty ? "\(title)" : "\(title) — \(shownURL(url))"
  }

  /// Returns the folder's path and the position in the folder, from 1: `Work/2`.
  private func position(_ place: Place, _ bookmarks: Bookmarks) -> SafeText {
    "\(path(BookmarkID(place.container), bookmarks))\(place.index + 1)"
  }

  private func moveInFolders(_ from: Place, _ to: Place) -> SafeText {
    from.container == to.container
      ? "\(from.index + 1) → \(to.index + 1)"
      : "\(position(from, previousBookmarks)) → \(position(to, latterBookmarks))"
  }

  private func path(_ folder: BookmarkID, _ bookmarks: Bookmarks) -> SafeText {
    var path: SafeText = ""
    var next = folder
    while let folder = bookmarks[next] {
      path = "\(title(folder.title))/" + path
      next = folder.parent
    }
    return path
  }

  private func tagged(_ event: EventID) -> SafeText {
    let tags = tags(event)
    return tags.isEmpty ? "none" : "\(tags.joined(separator: ", "))"
  }

  private func word(_ event: EventID) -> SafeText {
    let keyword = text(.keyword, event)
    return keyword.isEmpty ? "none" : "\(keyword)"
  }

  private func noted(_ event: EventID) -> SafeText {
    let note = text(.note, event)
    return note.isEmpty ? "none" : "“\(note)”"
  }
}
