internal import BrowserModel
internal import Notation

/// Reads the windows of Safari (`LastSession.plist`).
///
/// The state of a tab contains its Back and Forward list. Newer versions of Safari encrypt the
/// state. In that case, only the current page of a tab is known.
enum SafariSession {
  static func read(_ bytes: [UInt8], _ name: String, _ emit: (PortableItem) throws -> Void) throws {
    let root = try SafariBookmarks.list(bytes, name)
    guard let windows = root["SessionWindows"] else {
      throw ExchangeError(.importFailed, "“\(name)” is not a Safari session.")
    }
    var session = PortableSession()
    session.windows = windows.elements.filter { $0["IsPrivateWindow"]?.isTrue != true }
      .map(window).filter { !$0.tabs.isEmpty }
    session.focused = session.windows.isEmpty ? nil : 0
    try emit(.session(session))
  }

  private static func window(_ node: JSON) -> PortableWindow {
    let selected = Int(clamping: node["SelectedTabIndex"]?.integer ?? 0)
    var window = PortableWindow()
    for (index, state) in (node["TabStates"]?.elements ?? []).enumerated() {
      guard let tab = tab(state) else { continue }
      if index <= selected { window.active = window.tabs.count }
      window.tabs.append(tab)
    }
    return window
  }

  /// Returns a tab, or nil if it has no page.
  private static func tab(_ node: JSON) -> PortableTab? {
    let url = node["TabURL"]?.string ?? ""
    let title = node["TabTitle"]?.string ?? ""
    let time = node["LastVisitTime"]?.double.map { UnixTime.milliseconds(sinceYear2001: $0) } ?? 0
    guard var tab = history(node["SessionState"]) else {
      guard !url.isEmpty else { return nil }
      return PortableTab(
        entries: [PortableEntry(url, title: title)], index: 0, milliseconds: time)
    }
    tab.milliseconds = time
    if tab.entries[tab.index].url == url, !title.isEmpty { tab.entries[tab.index].title = title }
    return tab
  }

  /// Returns a tab with the history in its state. The state consists of four bytes, followed by a
  /// property list (WebKit's `WebPageProxy::sessionStateData`). Returns nil if the state cannot be
  /// read.
  private static func history(_ state: JSON?) -> PortableTab? {
    guard let bytes = state?.string.flatMap(Base64.decoded),
      let list = PropertyList.parse(Array(bytes.dropFirst(4)))?["SessionHistory"]
    else { return nil }
    let current = list["SessionHistoryCurrentIndex"]?.integer ?? 0
    var entries: [PortableEntry] = []
    var index = 0
    for (place, entry) in (list["SessionHistoryEntries"]?.elements ?? []).enumerated() {
      guard let url = entry["SessionHistoryEntryURL"]?.string, !url.isEmpty else { continue }
      if place <= current { index = entries.count }
      entries.append(PortableEntry(url, title: entry["SessionHistoryEntryTitle"]?.string ?? ""))
    }
    return entries.isEmpty ? nil : PortableTab(entries: entries, index: index)
  }
}
