internal import BrowserModel
internal import Notation

/// An order that the extension carries out in the browser.
enum LiveOrder: Equatable {
  case open(TabID, window: Int64, index: Int, isActive: Bool, isPinned: Bool, isMuted: Bool, Page)
  case openWindow(TabID, WindowID, bounds: Window.Bounds, Window.ShowState, Page)
  /// Moves a tab of the browser into a new window.
  case tearOff(tab: Int64, WindowID)
  case close(tabs: [Int64])
  case move(tab: Int64, window: Int64, index: Int)
  case pin(tab: Int64, Bool)
  case mute(tab: Int64, Bool)
  case group(tabs: [Int64], into: Int64?, GroupID, window: Int64, title: String, TabGroup.Color)
  case ungroup(tabs: [Int64])
  case changeGroup(Int64, title: String, TabGroup.Color, isCollapsed: Bool)
  case select(tab: Int64)
  case focus(window: Int64)
  case place(window: Int64, Window.Bounds, Window.ShowState)
  case travel(tab: Int64, by: Int)
  case load(tab: Int64, url: String)
  case reload(tab: Int64)
  /// Sets the zoom of the site that a tab shows, or only the zoom of the tab.
  case zoom(tab: Int64, ZoomLevel, isOfTab: Bool)
  /// Sets the default zoom, which browsers currently refuse. `former` is the default zoom of the
  /// browser.
  case zoomDefault(ZoomLevel, former: ZoomLevel)
  case createBookmark(in: String, index: Int, NewBookmark)
  /// Moves a bookmark to its final index in a folder.
  case moveBookmark(String, folder: String, index: Int)
  case editBookmark(String, title: String, url: String?)
  case removeBookmark(String)

  /// The page to open in a tab.
  struct Page: Equatable {
    let url: String
    let title: String
    /// Whether the tab was closed before, so that the browser may still have its back/forward list.
    let wasClosed: Bool
    /// The number of entries in the tab's list.
    let entryCount: Int
    /// The container in which the tab was open, or nil for none.
    let container: String?
    /// The recorded scroll position of the page, or nil if the page is at its top.
    var scroll: [Int32]?
  }

  /// A bookmark to create, or a folder to create with its contents.
  struct NewBookmark: Equatable {
    let id: BookmarkID
    let kind: Bookmark.Kind
    let title: String
    let url: String
    var children: [NewBookmark] = []
  }

  /// The tab that the order moves to another page, or nil if there is none.
  var visitedTab: Int64? {
    switch self {
    case .travel(let tab, _), .load(let tab, _): tab
    default: nil
    }
  }

  /// Whether the order concerns bookmarks.
  var isAboutBookmarks: Bool {
    switch self {
    case .createBookmark, .moveBookmark, .editBookmark, .removeBookmark: true
    default: false
    }
  }

  /// Whether the order creates a tab or a window, so that more orders may have to follow.
  var createsSomething: Bool {
    switch self {
    case .open, .openWindow, .tearOff: true
    default: false
    }
  }
}

extension LiveOrder {
  /// The order as a message for the extension.
  var json: JSON {
    switch self {
    case .open(_, let window, let index, let isActive, let isPinned, let isMuted, let page):
      order(
        "open",
        [
          ("window", .integer(window)), ("index", .integer(Int64(index))),
          ("active", .bool(isActive)), ("pinned", .bool(isPinned)), ("muted", .bool(isMuted)),
        ] + page.members)
    case .openWindow(_, _, let bounds, let state, let page):
      order("openWindow", [("bounds", bounds.json), ("state", .string(state.name))] + page.members)
    case .tearOff(let tab, _): order("openWindow", [("tab", .integer(tab))])
    case .close(let tabs): order("close", [("tabs", .integers(tabs))])
    case .move(let tab, let window, let index):
      order(
        "move",
        [
          ("tab", .integer(tab)), ("window", .integer(window)), ("index", .integer(Int64(index))),
        ])
    case .pin(let tab, let value):
      order("pin", [("tab", .integer(tab)), ("value", .bool(value))])
    case .mute(let tab, let value):
      order("mute", [("tab", .integer(tab)), ("value", .bool(value))])
    case .group(let tabs, let existing, _, let window, let title, let color):
      order(
        "group",
        [
          ("tabs", .integers(tabs)), ("window", .integer(window)), ("title", .string(title)),
          ("color", .string("\(color)")),
        ] + (existing.map { [("group", .integer($0))] } ?? []))
    case .ungroup(let tabs): order("ungroup", [("tabs", .integers(tabs))])
    case .changeGroup(let group, let title, let color, let isCollapsed):
      order(
        "changeGroup",
        [
          ("group", .integer(group)), ("title", .string(title)),
          ("color", .string("\(color)")), ("collapsed", .bool(isCollapsed)),
        ])
    case .select(let tab): order("select", [("tab", .integer(tab))])
    case .focus(let window): order("focus", [("window", .integer(window))])
    case .place(let window, let bounds, let state):
      order(
        "place",
        [("window", .integer(window)), ("bounds", bounds.json), ("state", .string(state.name))])
    case .travel(let tab, let count):
      order("travel", [("tab", .integer(tab)), ("by", .integer(Int64(count)))])
    case .load(let tab, let url):
      order("load", [("tab", .integer(tab)), ("url", .string(url))])
    case .reload(let tab): order("reload", [("tab", .integer(tab))])
    case .zoom(let tab, let level, let isOfTab):
      order(
        "zoom",
        [
          ("tab", .integer(tab)), ("level", .integer(Int64(level.hundredths))),
          ("ofTab", .bool(isOfTab)),
        ])
    case .zoomDefault(let level, _):
      order("zoomDefault", [("level", .integer(Int64(level.hundredths)))])
    case .createBookmark(let folder, let index, let node):
      order(
        "createBookmark",
        [
          ("folder", .string(folder)), ("index", .integer(Int64(index))), ("node", node.json),
        ])
    case .moveBookmark(let id, let folder, let index):
      order(
        "moveBookmark",
        [
          ("id", .string(id)), ("folder", .string(folder)), ("index", .integer(Int64(index))),
        ])
    case .editBookmark(let id, let title, let url):
      order(
        "editBookmark",
        [("id", .string(id)), ("title", .string(title))]
          + (url.map { [("url", .string($0))] } ?? []))
    case .removeBookmark(let id): order("removeBookmark", [("id", .string(id))])
    }
  }

  private func order(_ name: String, _ members: [(name: String, value: JSON)]) -> JSON {
    .object([("do", .string(name))] + members)
  }
}

extension LiveOrder.NewBookmark {
  fileprivate var json: JSON {
    .object([
      ("retrace", .integer(Int64(id.event.rawValue))), ("type", .string("\(kind)")),
      ("title", .string(title)), ("url", .string(url)),
      ("children", .array(children.map(\.json))),
    ])
  }
}

extension LiveOrder.Page {
  fileprivate var members: [(name: String, value: JSON)] {
    [
      ("url", .string(url)), ("title", .string(title)), ("reopen", .bool(wasClosed)),
      ("steps", .integer(Int64(entryCount))),
    ] + (container.map { [("container", .string($0))] } ?? [])
      + (scroll.map { [("scroll", .array($0.map { .integer(Int64($0)) }))] } ?? [])
  }
}

extension JSON {
  fileprivate static func integers(_ numbers: [Int64]) -> JSON {
    .array(numbers.map { .integer($0) })
  }
}

extension Window.Bounds {
  /// The members for `windows.create` and `windows.update`.
  var json: JSON {
    guard self != .unknown else { return .object([]) }
    return .object([
      ("left", .integer(Int64(x))), ("top", .integer(Int64(y))),
      ("width", .integer(Int64(width))), ("height", .integer(Int64(height))),
    ])
  }
}

extension Window.ShowState {
  /// The name in `windows.WindowState`.
  var name: String {
    switch self {
    case .minimized: "minimized"
    case .maximized: "maximized"
    case .fullscreen: "fullscreen"
    default: "normal"
    }
  }
}
