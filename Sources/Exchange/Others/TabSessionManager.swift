internal import BrowserModel
internal import Notation

/// Reads exports of the extension Tab Session Manager. The newest session becomes the open windows,
/// and earlier sessions become closed windows.
enum TabSessionManager {
  /// Whether a document is an export of Tab Session Manager.
  static func isOne(_ json: JSON) -> Bool {
    json.elements.contains { session in
      guard case .object? = session["windows"] else { return false }
      return true
    }
  }

  static func read(_ json: JSON, _ emit: (PortableItem) throws -> Void) throws {
    let sessions = json.elements.sorted { time($0) < time($1) }
    guard let newest = sessions.last else { return }
    var session = PortableSession(windows: windows(newest))
    session.focused = session.windows.isEmpty ? nil : 0
    for older in sessions.dropLast() {
      session.closed += windows(older).map {
        PortableClosing(.window($0), milliseconds: time(older))
      }
    }
    let tabs = json.elements.flatMap { $0["windows"]?.members ?? [] }.flatMap(\.value.members)
    let openers = tabs.count { $0.value["openerTabId"]?.integer != nil }
    if openers > 0 { try emit(.leftOut(.openers, openers)) }
    try emit(.session(session))
  }

  private static func time(_ session: JSON) -> Int64 {
    max(session["lastEditedTime"]?.integer ?? session["date"]?.integer ?? 0, 0)
  }

  private static func windows(_ session: JSON) -> [PortableWindow] {
    let groups = session["tabGroups"]?.elements ?? []
    return (session["windows"]?.members ?? []).compactMap { name, tabs in
      let info = session["windowsInfo"]?[name]
      let window = window(tabs, info, groups)
      return window.tabs.isEmpty ? nil : window
    }
  }

  private static func window(_ json: JSON, _ info: JSON?, _ groups: [JSON]) -> PortableWindow {
    var window = PortableWindow()
    window.groups = groups.map { group in
      PortableGroup(
        title: group["title"]?.string ?? "",
        color: TabGroup.Color(named: group["color"]?.string ?? ""),
        isCollapsed: group["collapsed"]?.isTrue ?? false)
    }
    func number(_ name: String) -> Int32 { Int32(clamping: info?[name]?.integer ?? 0) }
    window.bounds = Window.Bounds(
      x: number("left"), y: number("top"), width: number("width"), height: number("height"))
    let tabs = json.members.map(\.value).sorted { index($0) < index($1) }
    for tab in tabs {
      guard let url = tab["url"]?.string, !url.isEmpty else { continue }
      if tab["active"]?.isTrue ?? false { window.active = window.tabs.count }
      window.tabs.append(self.tab(tab, url, groups))
    }
    return window
  }

  private static func tab(_ json: JSON, _ url: String, _ groups: [JSON]) -> PortableTab {
    let group = json["groupId"]?.integer.flatMap { id in
      groups.firstIndex { $0["id"]?.integer == id }
    }
    return PortableTab(
      entries: [PortableEntry(url, title: json["title"]?.string ?? "")], index: 0,
      isPinned: json["pinned"]?.isTrue ?? false,
      isMuted: json["mutedInfo"]?["muted"]?.isTrue ?? false, group: group,
      milliseconds: max(json["lastAccessed"]?.integer ?? 0, 0))
  }

  private static func index(_ tab: JSON) -> Int64 { tab["index"]?.integer ?? 0 }
}
