internal import BrowserModel

/// Something of a state that events made what it is.
enum WhySubject {
  case tab(Tab)
  /// A closed tab, and the item of the closed list that it is in.
  case closedTab(ClosedTab, item: ClosedItem)
  /// A tab's own zoom.
  case zoom(Tab)
  /// An entry of a tab's history.
  case entry(HistoryEntry, tab: TabID)
  case window(Window)
  case group(TabGroup)
  case bookmark(Bookmark)
  case site(Zoom.Site)
  case defaultZoom
  case setting(Settings.Name)
}

extension WhySubject {
  /// What an id names: a tab, open or closed, a window, a group, a bookmark, else an entry.
  init?(_ id: EventID, in state: ProfileState) {
    let browser = state.browser
    if let tab = browser.tab(TabID(id)) {
      self = .tab(tab)
    } else if let window = browser.window(WindowID(id)) {
      self = .window(window)
    } else if let group = browser.group(GroupID(id)) {
      self = .group(group)
    } else if let bookmark = state.library.bookmarks[BookmarkID(id)] {
      self = .bookmark(bookmark)
    } else if let closed = Self.closedTab(id, in: browser) ?? Self.entry(id, in: browser) {
      self = closed
    } else {
      return nil
    }
  }

  /// Whether it is of the private windows.
  var isPrivate: Bool {
    switch self {
    case .tab(let tab), .zoom(let tab): tab.id.isPrivate
    case .entry(_, let tab): tab.isPrivate
    case .closedTab(let closed, _): closed.tab.id.isPrivate
    case .window(let window): window.id.isPrivate
    case .group(let group): group.id.isPrivate
    case .bookmark, .site, .defaultZoom, .setting: false
    }
  }

  private static func closedTab(_ id: EventID, in browser: Browser) -> WhySubject? {
    for item in browser.closed {
      if let tab = item.tabs.first(where: { $0.tab.id.event == id }) {
        return .closedTab(tab, item: item)
      }
    }
    return nil
  }

  /// An entry of an open tab's history, else of a closed one's. O(tabs · entries).
  static func entry(_ id: EventID, in browser: Browser) -> WhySubject? {
    for tab in browser.tabs + browser.closed.flatMap({ $0.tabs.map(\.tab) }) {
      if let entry = tab.entries.last(where: { $0.id.event == id }) {
        return .entry(entry, tab: tab.id)
      }
    }
    return nil
  }
}

/// What `why` is asked about, as typed: `3`, `#4711`, `zoom example.com`, `bookmark 2`.
enum WhySubjectName: Equatable {
  /// The active tab.
  case activeTab
  /// A tab at a position, or anything by its id.
  case any(Reference)
  case tab(Reference)
  case entry(Reference)
  case window(Reference)
  case group(Reference)
  case bookmark(Reference)
  /// The zoom of the active tab.
  case zoom
  case defaultZoom
  /// The zoom of a site, by its host or an address there, or of a tab.
  case zoomOf(String, Reference)
  case setting(Settings.Name)

  /// The words that can begin one.
  static var words: [String] {
    ["bookmark", "entry", "group", "tab", "window", "zoom"]
      + Settings.Name.allCases.map { "\($0)" }
  }

  /// What is named behind the first word of a thing; nil where nothing is.
  static func kind(behind word: String) -> ValueKind? {
    switch word {
    case "bookmark": .bookmark
    case "entry": .entry
    case "group": .group
    case "tab": .tab
    case "window": .window
    case "zoom": .site
    default: nil
    }
  }

  /// Reads a thing, or gives nil.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case (nil, _): self = .activeTab
    case ("zoom", 1): self = .zoom
    case ("zoom", 2) where words[1] == "default": self = .defaultZoom
    case ("zoom", _):
      let name = words.dropFirst().joined(separator: " ")
      guard let reference = Reference(naming: name) else { return nil }
      self = .zoomOf(name, reference)
    case ("default", 2) where words[1] == "zoom": self = .defaultZoom
    case ("setting", 2):
      guard let name = SettingText.name(words[1]) else { return nil }
      self = .setting(name)
    case (let word?, 1):
      if let name = SettingText.name(word) {
        self = .setting(name)
      } else {
        guard !Self.words.contains(word), let reference = Reference(naming: word) else {
          return nil
        }
        self = .any(reference)
      }
    case (let kind?, _):
      guard Self.things.contains(kind) else {
        guard !Self.words.contains(kind), case let reference? = Reference(naming: text),
          case .words = reference
        else { return nil }
        self = .any(reference)
        return
      }
      let name = text.drop { $0 == " " }.dropFirst(kind.count).drop { $0 == " " }
      guard let reference = Reference(naming: String(name)) else { return nil }
      self.init(kind, reference)
    }
  }

  /// The words behind which a name stands.
  private static let things = ["bookmark", "entry", "folder", "group", "tab", "window"]

  private init?(_ kind: String, _ reference: Reference) {
    switch kind {
    case "tab": self = .tab(reference)
    case "entry": self = .entry(reference)
    case "window": self = .window(reference)
    case "group": self = .group(reference)
    case "bookmark", "folder": self = .bookmark(reference)
    default: return nil
    }
  }
}

/// A side of a thing that one event decided, where the state does not say which.
enum WhyProperty: String, CaseIterable {
  case place, pinned, muted, group, zoom, color, collapsed, closed

  /// Whether an event decides this side of a thing, by its id.
  func isDecided(by body: Body, of id: EventID) -> Bool {
    switch (self, body) {
    case (.place, .bookmark(.moved(let body))): body.bookmark.event == id
    case (.place, .window(.placed(let body))): body.window.event == id
    case (.place, .tab(let body)): body.places(TabID(id))
    case (.place, .group(.joined(let body))): body.tab.event == id
    case (.pinned, .tab(.pinned(let body))): body.tab.event == id
    case (.muted, .tab(.muted(let body))): body.tab.event == id
    case (.group, .tab(.moved(let body))): body.tab.event == id
    case (.group, .group(.joined(let body))): body.tab.event == id
    case (.place, .group(.moved(let body))): body.group.event == id
    case (.pinned, .tab(.restored(let body))): body.tab.event == id
    case (.muted, .tab(.restored(let body))): body.tab.event == id
    case (.group, .tab(.restored(let body))): body.tab.event == id
    case (.zoom, .tab(.restored(let body))): body.tab.event == id
    case (.zoom, .zoom(.temporarySet(let body))): body.tab.event == id
    case (.color, .group(.changed(let body))): body.group.event == id
    case (.collapsed, .group(.collapsed(let body))): body.group.event == id
    case (.closed, .tab(.closed(let body))): body.tab.event == id
    default: false
    }
  }
}

extension TabEvent {
  /// Whether it says where a tab stands.
  fileprivate func places(_ tab: TabID) -> Bool {
    switch self {
    case .moved(let body): body.tab == tab
    case .pinned(let body): body.tab == tab
    case .reopened(let body): body.tab == tab
    case .restored(let body): body.tab == tab
    default: false
    }
  }
}
