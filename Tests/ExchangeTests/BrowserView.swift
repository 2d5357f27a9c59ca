import BrowserModel
import Notation
import RetraceEventLog
import RetraceStore

@testable import Exchange

/// The content of a browser as text, to compare a browser with its recording. The order of windows
/// is ignored, and each tab has its history.
struct BrowserView: CustomStringConvertible {
  private var windows: [[Tab]] = []
  /// Whether no page is being loaded.
  private(set) var isAtRest = true

  var description: String {
    windows.map { $0.map(\.description).joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Whether it has the same windows and tabs as `shown`.
  func has(_ shown: BrowserView) -> Bool {
    windows.count == shown.windows.count
      && zip(windows, shown.windows).allSatisfy { window, shown in
        window.count == shown.count && zip(window, shown).allSatisfy { $0.has($1) }
      }
  }

  private struct Tab: CustomStringConvertible {
    let urls: [String]
    let titles: [String]
    /// Its position and flags.
    let rest: String

    var place: String { "\(urls) \(rest)" }

    var description: String {
      zip(urls, titles).map { "\($0) “\($1)”" }.joined(separator: " → ") + " \(rest)"
    }

    /// Firefox loses the title of a page that is left while it is being reloaded. The recording
    /// keeps that title.
    func has(_ shown: Tab) -> Bool {
      place == shown.place && zip(titles, shown.titles).allSatisfy { $0 == $1 || $1.isEmpty }
    }
  }

  private mutating func sort() {
    windows.sort { $0.map(\.place).joined() < $1.map(\.place).joined() }
  }

  /// The recorded content.
  init(_ store: Store) throws {
    let browser = store.browser
    windows = try store.read { words in
      browser.windows.map { window in
        window.tabs.compactMap { browser.tab($0) }.map { tab in
          let entries = tab.entries.map {
            (browser.url(of: $0, text: words), browser.title(of: $0, text: words))
          }
          let group = browser.group(tab.group).map { browser.title(of: $0, text: words) }
          return Self.tab(
            entries, tab.index, isActive: window.activeTab == tab.id, isPinned: tab.isPinned,
            isMuted: tab.isMuted, group)
        }
      }
    }
    sort()
  }

  /// The content that Chromium reports.
  init(_ chromium: Chromium) throws {
    let companion = chromium.companionSession ?? ""
    let text = try chromium.evaluate(
      """
      (async () => {
        const targets = await chrome.debugger.getTargets();
        const groups = new Map((await chrome.tabGroups.query({})).map(g => [g.id, g.title]));
        return JSON.stringify((await chrome.windows.getAll({populate: true})).map(w => w.tabs.map(t => ({
          target: targets.find(target => target.tabId == t.id)?.id, active: t.active, pinned: t.pinned,
          muted: t.mutedInfo.muted, group: groups.get(t.groupId) ?? null, loading: t.status == "loading",
        }))));
      })()
      """, in: companion)
    for window in try JSONParser.parse(Array((text.string ?? "").utf8)).elements {
      let tabs = try window.elements.map { try Self.tab($0, chromium) }
      windows.append(tabs.compactMap(\.self))
      isAtRest =
        isAtRest && window.elements.allSatisfy { $0["loading"] == .bool(false) }
        && tabs.allSatisfy { $0 != nil }
    }
    sort()
  }

  /// Nil if the tab cannot be queried now, because it is new or is changing its page.
  private static func tab(_ tab: JSON, _ chromium: Chromium) throws -> Tab? {
    guard let session = chromium.session(of: tab["target"]?.string ?? ""),
      let history = try? chromium.link.call("Page.getNavigationHistory", in: session)
    else { return nil }
    let entries = (history["entries"]?.elements ?? []).map { entry in
      (PageAddress.recorded(entry["url"]?.string ?? ""), entry["title"]?.string ?? "")
    }
    return Self.tab(
      entries, Int(history["currentIndex"]?.integer ?? -1),
      isActive: tab["active"]?.isTrue ?? false,
      isPinned: tab["pinned"]?.isTrue ?? false, isMuted: tab["muted"]?.isTrue ?? false,
      tab["group"]?.string)
  }

  /// The content that Firefox reports, with the keys of its session files.
  init(_ firefox: Firefox) throws {
    let answer = try firefox.evaluate(
      """
      (() => {
        const {SessionHistory} = load("resource://gre/modules/sessionstore/SessionHistory.sys.mjs");
        const saved = tab => JSON.parse(SessionStore.getTabState(tab));
        const live = ({browsingContext, currentURI}) => SessionHistory.collectFromParent(
          currentURI.spec, true, browsingContext.sessionHistory);
        const shown = tab => ({
          ...tab.hasAttribute("pending") ? saved(tab) : live(tab.linkedBrowser),
          active: tab == tab.ownerDocument.defaultView.gBrowser.selectedTab,
          pinned: tab.pinned, muted: tab.muted, group: tab.group?.label,
          loading: tab.hasAttribute("busy"),
        });
        return windows().map(window => tabs(window).map(shown));
      })()
      """)
    for window in answer.elements {
      windows.append(window.elements.map { Self.tab($0) })
      isAtRest = isAtRest && !window.elements.contains { $0["loading"]?.isTrue ?? false }
    }
    sort()
  }

  private static func tab(_ tab: JSON) -> Tab {
    let entries = (tab["entries"]?.elements ?? []).map { entry in
      let (url, title) = (entry["url"]?.string ?? "", entry["title"]?.string ?? "")
      return (PageAddress.recorded(url), title == url ? "" : title)
    }
    return Self.tab(
      entries.isEmpty ? [("about:blank", "")] : entries, Int(tab["index"]?.integer ?? 1) - 1,
      isActive: tab["active"]?.isTrue ?? false, isPinned: tab["pinned"]?.isTrue ?? false,
      isMuted: tab["muted"]?.isTrue ?? false, tab["group"]?.string)
  }

  private static func tab(
    _ entries: [(url: String, title: String)], _ index: Int, isActive: Bool, isPinned: Bool,
    isMuted: Bool, _ group: String?
  ) -> Tab {
    let marks = [
      isActive ? "active" : nil, isPinned ? "pinned" : nil, isMuted ? "muted" : nil,
      group.map { "in “\($0)”" },
    ].compactMap(\.self)
    return Tab(
      urls: entries.map(\.url), titles: entries.map(\.title),
      rest: "@\(index) \(marks.joined(separator: ", "))")
  }
}
