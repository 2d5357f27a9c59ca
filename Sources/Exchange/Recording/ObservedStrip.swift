internal import BrowserModel
internal import Notation

/// Windows and tabs as the companion in a browser tells them, in the words of the WebExtensions (`windows`,
/// `tabs`, `tabGroups`).
struct ObservedStrip: Equatable {
  var windows: [ObservedWindow] = []
  var groups: [Int64: ObservedGroup] = [:]

  init(windows: [ObservedWindow] = [], groups: [Int64: ObservedGroup] = [:]) {
    self.windows = windows
    self.groups = groups
  }

  init(_ answer: JSON) {
    var targets: [Int64: String] = [:]
    for target in answer["targets"]?.elements ?? [] {
      if let tab = target["tabId"]?.integer { targets[tab] = target["id"]?.string }
    }
    windows = (answer["windows"]?.elements ?? []).map { ObservedWindow($0, targets) }
    for group in answer["groups"]?.elements ?? [] {
      if let id = group["id"]?.integer { groups[id] = ObservedGroup(group) }
    }
  }

  var tabs: [ObservedTab] { windows.flatMap(\.tabs) }
}

struct ObservedWindow: Equatable {
  var id: Int64
  var tabs: [ObservedTab]
  var isFocused = false
  var bounds = Window.Bounds.unknown
  var showState = Window.ShowState.normal

  init(_ id: Int64, _ tabs: [ObservedTab]) {
    self.id = id
    self.tabs = tabs
  }

  fileprivate init(_ window: JSON, _ targets: [Int64: String]) {
    id = window["id"]?.integer ?? 0
    tabs = (window["tabs"]?.elements ?? []).map { ObservedTab($0, targets) }
    isFocused = window["focused"]?.isTrue ?? false
    func length(_ name: String) -> Int32 { Int32(clamping: window[name]?.integer ?? 0) }
    bounds = Window.Bounds(
      x: length("left"), y: length("top"), width: length("width"), height: length("height"))
    showState = Window.ShowState(webExtensions: window["state"]?.string ?? "")
  }

  var activeTab: ObservedTab? { tabs.first(where: \.isActive) }
}

struct ObservedTab: Equatable {
  var id: Int64
  /// Its name in Chromium's debugging protocol.
  var target = ""
  var opener: Int64?
  var group: Int64?
  var isActive = false
  var isPinned = false
  var isMuted = false
  var isLoading = false
  /// What it shows, or is to show.
  var url = ""
  var title = ""

  init(_ id: Int64) { self.id = id }

  fileprivate init(_ tab: JSON, _ targets: [Int64: String]) {
    id = tab["id"]?.integer ?? 0
    target = targets[id] ?? ""
    opener = tab["openerTabId"]?.integer
    group = tab["groupId"]?.integer.flatMap { $0 < 0 ? nil : $0 }
    isActive = tab["active"]?.isTrue ?? false
    isPinned = tab["pinned"]?.isTrue ?? false
    isMuted = tab["mutedInfo"]?["muted"]?.isTrue ?? false
    isLoading = tab["status"]?.string == "loading"
    title = tab["title"]?.string ?? ""
    url = tab["pendingUrl"]?.string ?? tab["url"]?.string ?? ""
  }
}

struct ObservedGroup: Equatable {
  var title = ""
  var color = TabGroup.Color.grey
  var isCollapsed = false

  init(title: String = "", color: TabGroup.Color = .grey, isCollapsed: Bool = false) {
    self.title = title
    self.color = color
    self.isCollapsed = isCollapsed
  }

  fileprivate init(_ group: JSON) {
    title = group["title"]?.string ?? ""
    color = TabGroup.Color(named: group["color"]?.string ?? "")
    isCollapsed = group["collapsed"]?.isTrue ?? false
  }
}

extension Window.ShowState {
  /// `windows.WindowState`.
  init(webExtensions name: String) {
    switch name {
    case "minimized": self = .minimized
    case "maximized": self = .maximized
    case "fullscreen", "locked-fullscreen": self = .fullscreen
    default: self = .normal
    }
  }
}

/// What a look at the browser showed.
struct Observation {
  var strip: ObservedStrip
  /// The histories of the tabs that may have changed since the last look.
  var histories: [Int64: ObservedHistory] = [:]
  /// Tabs whose page was asked for again.
  var reloaded: Set<Int64> = []
  /// Tabs whose page cannot be shown.
  var failed: Set<Int64> = []
  /// Whether windows that are gone were closed by themselves: a browser that ends closes them, too.
  var believesClosedWindows = true
}

/// Addresses in browsers' words and in those of the model. They differ for the start page alone.
enum PageAddress {
  /// What Chromium and Firefox open where nothing else was asked for.
  private static let newTabPages: Set<String> = [
    "chrome://newtab/", "chrome://new-tab-page/", "chrome://new-tab-page-third-party/",
    "about:home", "about:newtab",
  ]

  /// What is recorded for an address of a browser.
  static func recorded(_ url: String) -> String {
    if newTabPages.contains(url) { return Destination.startPage }
    return url.isEmpty ? "about:blank" : url
  }

  /// Whether two addresses differ in their fragments at most.
  static func isSamePage(_ url: String, _ other: String) -> Bool {
    func page(_ url: String) -> Substring { url.prefix { $0 != "#" } }
    return page(url) == page(other)
  }

  /// What Chromium shows for a recorded address.
  static func shown(_ url: String) -> String {
    url == Destination.startPage ? "chrome://newtab/" : url
  }
}
