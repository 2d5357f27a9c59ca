public import BrowserModel

extension RandomActions {
  mutating func opening(_ browser: Browser) -> Action {
    let from = tab(browser)
    let place: OpenTab.Place =
      switch random.below(6) {
      case 0...1: .foregroundLink(from: from)
      case 2...3: .backgroundLink(from: from)
      case 4: .index(position(browser.tabCount))
      default: .end
      }
    if random.once(in: 12) { return .openWindow() }
    if random.once(in: 20) { return .send(from, to: UInt32(random.below(4))) }
    if random.once(in: 20), let tab = browser.tab(from) {
      return .take(TakenTab(tab, isSelected: random.once(in: 2)))
    }
    if random.once(in: 8) { return .duplicate(from, isLoading: random.once(in: 2)) }
    return .open(
      OpenTab(
        random.once(in: 3) ? nil : destination(), place: place,
        window: random.once(in: 5) ? window(browser) : nil,
        isSelected: random.once(in: 4) ? random.once(in: 2) : nil,
        isPinned: random.once(in: 8), isLoading: random.once(in: 3),
        opener: random.once(in: 6) ? tab(browser) : nil))
  }

  mutating func closing(_ browser: Browser) -> Action {
    switch random.below(6) {
    case 0...1: return .closeTabs([tab(browser)])
    case 2: return .closeTabs(tabs(browser))
    case 3 where random.once(in: 3): return .closeWindow(window(browser))
    case 4:
      let item = browser.closed.isEmpty ? nil : random.pick(browser.closed)
      return .reopen(
        item.map { random.once(in: 2) ? $0.id.event : random.pick($0.tabs).tab.id.event })
    default: return .reopen(nil)
    }
  }

  mutating func placing(_ browser: Browser) -> Action {
    switch random.below(12) {
    case 0...2: .select(tab(browser), byUser: random.once(in: 2))
    case 3...4:
      .move(tab(browser), to: position(4), window: random.once(in: 3) ? window(browser) : nil)
    case 5...6: .moveBy(tab(browser), places: random.pick([-3, -1, 1, 2, .max, .min]))
    case 7: .pin(tab(browser), random.once(in: 2))
    case 8: .moveToNewWindow(tab(browser))
    case 9:
      .moveTabs(
        tabs(browser), to: random.once(in: 2) ? position(4) : nil,
        window: random.once(in: 2) ? window(browser) : nil)
    case 10: .moveTabsToNewWindow(tabs(browser))
    default: .mute(tab(browser), random.once(in: 2))
    }
  }

  mutating func grouping(_ browser: Browser) -> Action {
    switch random.below(8) {
    case 0...1: .group(tabs(browser), title: random.once(in: 2) ? "group" : nil)
    case 2: .group(tabs(browser), into: group(browser), color: random.once(in: 2) ? .red : nil)
    case 3: .ungroup(tabs(browser))
    case 4: .changeGroup(group(browser), title: "other", color: .blue)
    case 5:
      .moveGroup(
        group(browser), to: random.once(in: 2) ? position(4) : nil,
        window: random.once(in: 2) ? window(browser) : nil)
    case 6: .moveGroupToNewWindow(group(browser))
    default: .collapse(group(browser), random.once(in: 2))
    }
  }

  mutating func navigating(_ browser: Browser) -> Action {
    switch random.below(8) {
    case 0...1: .go(tab(browser), destination(), isLoading: random.once(in: 3))
    case 2...4:
      .follow(
        tab(browser), destination(),
        Following(
          random.pick(Following.Manner.allCases), hasActivation: random.once(in: 2),
          redirects: random.once(in: 5) ? [url(), url()] : []))
    case 5: .travel(tab(browser), by: random.pick([-2, -1, 0, 1, 2, .max, .min]))
    case 6: .step(tab(browser), by: random.pick([-1, 1, .min]))
    default: .reload(tab(browser), isLoading: random.once(in: 2))
    }
  }

  mutating func loading(_ browser: Browser) -> Action {
    switch random.below(7) {
    case 0...1: .startLoad(tab(browser), destination())
    case 2: .commitLoad(tab(browser), redirectedTo: random.once(in: 3) ? [url()] : [])
    case 3: .startTravel(tab(browser), by: random.pick([-1, 1, 2, .max]))
    case 4: .stop(tab(browser))
    case 5: .failLoad(tab(browser), reason: "net")
    default: .finishLoad(tab(browser))
    }
  }

  mutating func reporting(_ browser: Browser) -> Action {
    let content: EventID? = random.once(in: 4) ? anyID() : nil
    return switch random.below(5) {
    case 0...1: .reportTitle(tab(browser), content: content, "title")
    case 2: .reportScroll(tab(browser), content: content, x: .min, y: .max)
    case 3: .reportPicture(tab(browser), content: content, blob: "0123")
    default: .reportActivation(tab(browser), content: content)
    }
  }

  mutating func zooming(_ browser: Browser) -> Action {
    let changes: [ZoomChange] = [.stepIn, .stepOut, .reset, .set(level())]
    return switch random.below(4) {
    case 0: .zoom(tab(browser), random.pick(changes))
    case 1: .zoomSite(host: random.pick(["a.example", "z.example"]), level())
    case 2: .zoomTemporarily(tab(browser), random.pick(changes))
    default: .zoomDefault(level())
    }
  }

  public mutating func bookmarking(_ bookmarks: Bookmarks) -> Action {
    let all = bookmarks.all
    let known = all.isEmpty || random.once(in: nonsense) ? anyID() : random.pick(all).id
    let folders = all.filter { $0.kind == .folder }.map(\.id) + [.nothing]
    let folder = random.once(in: nonsense) ? anyID() : random.pick(folders)
    return switch random.below(10) {
    case 0...1:
      .addBookmark(
        NewBookmark(
          .bookmark, title: "page", url: url(), tags: ["tag"], keyword: "key", note: "note",
          folder: folder, index: random.once(in: 2) ? position(2) : nil))
    case 2: .addBookmark(NewBookmark(.folder, title: "folder", folder: folder))
    case 3: .addBookmark(NewBookmark(.separator, folder: folder))
    case 4:
      .editBookmark(
        known,
        BookmarkEdit(title: "other", tags: [], note: known.rawValue % 2 == 0 ? "" : "two\nlines"))
    case 5...8: .moveBookmark(known, folder: folder, index: random.once(in: 2) ? position(2) : nil)
    default: .removeBookmark(known, all: random.once(in: 2))
    }
  }

  private mutating func owner(_ browser: Browser) -> ValueOwner {
    switch random.below(6) {
    case 0: .profile
    case 1: .window(window(browser))
    case 2: .group(group(browser))
    default: .tab(tab(browser))
    }
  }

  mutating func others(_ browser: Browser) -> Action {
    let bounds = Window.Bounds(x: 1, y: 2, width: 300, height: 200)
    return switch random.below(11) {
    case 9...10:
      .setValue(
        owner(browser), random.pick(["app.key", "app.other", "x"]),
        random.once(in: 3) ? nil : random.pick([[], [0x61], [0x62], [0xFF, 0]]))
    case 7: .nameWindow(window(browser), random.pick(["Research", ""]))
    case 0: .focusWindow(window(browser))
    case 1: .placeWindow(window(browser), bounds: bounds, showState: .maximized)
    case 2: .set(.historyLimit, random.pick(["1", "3", "50", "x", "0"]))
    case 3: .set(random.pick(Settings.Name.allCases), nil)
    case 4: .set(.zoomLadder, random.pick(["50 100 200", "200 100"]))
    case 5: .openSession(frontEnd: "test")
    case 6: .endSession
    default: .discard(tab(browser))
    }
  }
}
