import BrowserModel

extension Workload {
  mutating func navigate() -> Body {
    let slot = liveTab()
    var body = NavigationCommitted()
    body.tab = browser[tab: slot].id
    body.parent = browser[tab: slot].entries[browser[tab: slot].index].entry
    body.transition = random.below(5) == 0 ? .typed : .link
    body.forgetsOpenerGroups = body.transition == .typed
    body.url = address()
    browser[tab: slot].commit(sequence)
    return .navigation(.committed(body))
  }

  /// Returns one step back or forward. If the tab has only one entry, returns a navigation.
  mutating func travel() -> Body {
    let slot = liveTab()
    let (index, count) = (browser[tab: slot].index, browser[tab: slot].entries.count)
    guard count > 1 else { return navigate() }
    let isBack = index == count - 1 || index > 0 && random.below(3) < 2
    browser[tab: slot].index += isBack ? -1 : 1
    var body = Traveled()
    body.tab = browser[tab: slot].id
    body.entry = browser[tab: slot].entries[browser[tab: slot].index].entry
    return .navigation(.traveled(body))
  }

  mutating func reportTitle() -> Body {
    let slot = liveTab()
    var body = PageTitled()
    body.tab = browser[tab: slot].id
    body.content = browser[tab: slot].entries[browser[tab: slot].index].content
    body.title = title()
    return .page(.titled(body))
  }

  mutating func zoomSite() -> Body {
    let number = random.below(size.zoomedSites)
    var body = SiteZoomSet()
    body.level = ZoomLevel.ladder[random.below(ZoomLevel.ladder.count)]
    if browser.sites[number].exists {
      body.site = browser.sites[number]
    } else {
      body.host = host(number)
      browser.sites[number] = sequence
    }
    return .zoom(.siteSet(body))
  }

  mutating func addFolder() -> Body {
    browser.folders.append(BrowserSketch.Folder(id: BookmarkID(sequence)))
    var body = BookmarkAdded()
    body.kind = .folder
    body.index = Int32(browser.folders.count - 1)
    body.title = title()
    return .bookmark(.added(body))
  }

  /// Returns a change of a bookmark. For each removed bookmark, three bookmarks are added.
  mutating func changeBookmarks() -> Body {
    let folder = random.below(browser.folders.count)
    let count = browser.folders[folder].bookmarks.count
    if count > 0, random.below(4) == 0 { return removeBookmark(fromFolder: folder) }
    browser.folders[folder].bookmarks.append(BookmarkID(sequence))
    var body = BookmarkAdded()
    body.parent = browser.folders[folder].id
    body.index = Int32(count)
    body.title = title()
    body.url = address()
    return .bookmark(.added(body))
  }

  private mutating func removeBookmark(fromFolder folder: Int) -> Body {
    let index = random.below(browser.folders[folder].bookmarks.count)
    var body = BookmarkRemoved()
    body.bookmark = browser.folders[folder].bookmarks.remove(at: index)
    body.index = Int32(index)
    return .bookmark(.removed(body))
  }
}

extension BrowserSketch.Tab {
  /// Drops the forward entries, and the oldest entry if there are more than fifty.
  fileprivate mutating func commit(_ sequence: EventID) {
    if index + 1 < entries.count { entries.removeSubrange((index + 1)...) }
    entries.append(BrowserSketch.Entry(entry: EntryID(sequence), content: sequence))
    if entries.count > Settings.defaultHistoryLimit { entries.removeFirst() }
    index = entries.count - 1
  }
}
