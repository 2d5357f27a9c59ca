import BrowserModel
import RetraceStore

/// Made-up actions on a session, in the same mix as the events of a ``Workload``.
///
/// It asks the state before each action what is there, so that none is refused.
struct ActionWorkload {
  private var random: SplitMix64
  private var tabs: [TabID]
  private var bookmarks: [BookmarkID] = []
  /// The percent that a site was given last.
  private var zoomed: [Int: Int] = [:]
  private let folders: [BookmarkID]
  private let target: Int
  private var count = 0

  init(_ state: ProfileState, seed: UInt64) {
    random = SplitMix64(seed: seed)
    tabs = state.browser.tabs.map(\.id)
    folders = Array(state.library.bookmarks.top)
    target = tabs.count
  }

  mutating func next(_ browser: Browser) -> Action {
    count += 1
    let tab = tabs[random.below(tabs.count)]
    switch random.below(1_000) {
    case 560..<650: return step(tab, browser) ?? follow(tab)
    case 650..<740: return select(tab, browser) ?? follow(tab)
    case 740..<900: return openOrClose(tab, browser)
    case 900..<946: return .reportTitle(tab, title())
    case 946..<967: return zoom()
    case 967..<992: return changeBookmarks()
    default: return follow(tab)
    }
  }

  /// Actions that can be done one after another without a look at the state in between.
  mutating func next(_ wanted: Int, _ browser: Browser) -> [Action] {
    var actions: [Action] = []
    var stepped: Set<TabID> = []
    while actions.count < wanted {
      var action = next(browser)
      switch action {
      case .closeTabs(let closing): tabs.removeAll { closing.contains($0) }
      case .removeBookmark(let bookmark, _): bookmarks.removeAll { $0 == bookmark }
      case .step(let tab, let steps, _):
        if steps > 0 || !stepped.insert(tab).inserted { action = follow(tab) }
      default: break
      }
      actions.append(action)
    }
    return actions
  }

  /// Learns what an action made or took away.
  mutating func note(_ performed: Commit) {
    for event in performed.events {
      switch event.body {
      case .tab(.opened): tabs.append(TabID(event.sequence))
      case .tab(.closed(let body)): tabs.removeAll { $0 == body.tab }
      case .bookmark(.added): bookmarks.append(BookmarkID(event.sequence))
      case .bookmark(.removed(let body)): bookmarks.removeAll { $0 == body.bookmark }
      default: break
      }
    }
  }

  private mutating func follow(_ tab: TabID) -> Action {
    .follow(tab, Destination(address(), transition: .link))
  }

  private mutating func step(_ tab: TabID, _ browser: Browser) -> Action? {
    guard let state = browser.tab(tab) else { return nil }
    if state.steppedIndex(by: -1) != nil { return .step(tab, by: -1) }
    return state.steppedIndex(by: 1) == nil ? nil : .step(tab, by: 1)
  }

  private func select(_ tab: TabID, _ browser: Browser) -> Action? {
    guard let window = browser.tab(tab).flatMap({ browser.window($0.window) }) else { return nil }
    return window.activeTab == tab ? nil : .select(tab, byUser: false)
  }

  private mutating func openOrClose(_ tab: TabID, _ browser: Browser) -> Action {
    let window = browser.tab(tab).flatMap { browser.window($0.window) }
    let isClosing = tabs.count > target || tabs.count == target && random.below(2) == 0
    if isClosing, let window, window.tabs.count > 1 { return .closeTabs([tab]) }
    let destination = Destination(address(), transition: .link)
    return .open(OpenTab(destination, place: .backgroundLink(from: tab)))
  }

  /// What a site has already is refused: the levels are none of the ladder, which the log has, and alternate.
  private mutating func zoom() -> Action {
    let number = random.below(MadeUpText.hostCount)
    let percent = zoomed[number] == 110 ? 120 : 110
    zoomed[number] = percent
    return .zoomSite(
      host: text { MadeUpText.appendHost(number, to: &$0) }, ZoomLevel(percent: percent))
  }

  private mutating func changeBookmarks() -> Action {
    if !bookmarks.isEmpty, random.below(4) == 0 {
      return .removeBookmark(bookmarks[random.below(bookmarks.count)])
    }
    return .addBookmark(
      NewBookmark(
        .bookmark, title: title(), url: address(),
        folder: folders.isEmpty ? .nothing : folders[random.below(folders.count)]))
  }

  private mutating func address() -> String {
    let number = random.below(10) < 7 ? random.skewed(below: 200_000) : 1_000_000_000 + count
    return text { MadeUpText.appendAddress(number, to: &$0) }
  }

  private mutating func title() -> String {
    let number = random.below(1 << 30)
    return text { MadeUpText.appendTitle(number, to: &$0) }
  }

  private func text(_ write: (inout ContiguousArray<UInt8>) -> Void) -> String {
    var bytes: ContiguousArray<UInt8> = []
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
