import BrowserModel
import EventLog
import Session

@testable import Exchange

/// What a browser shows, in words: windows in no order, and each tab with its history. What Chromium says
/// and what was recorded can be held against each other so.
struct BrowserView: Equatable, CustomStringConvertible {
  private var windows: [[String]] = []
  /// Whether no page is on its way.
  private(set) var isAtRest = true

  var description: String { windows.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") }

  /// What was recorded.
  init(_ session: Session) throws {
    let browser = session.browser
    windows = try session.read { words in
      browser.windows.map { window in
        window.tabs.compactMap { browser.tab($0) }.map { tab in
          let entries = tab.rows.map {
            (browser.url(of: $0, text: words), browser.title(of: $0, text: words))
          }
          let group = browser.group(tab.group).map { browser.title(of: $0, text: words) }
          return Self.line(
            entries, tab.index, isActive: window.activeTab == tab.id, isPinned: tab.isPinned,
            isMuted: tab.isMuted, group)
        }
      }
    }.sorted { $0.joined() < $1.joined() }
  }

  /// What Chromium says.
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
      windows.append(try window.elements.map { try Self.line($0, chromium) ?? "" })
      isAtRest =
        isAtRest && window.elements.allSatisfy { $0["loading"] == .bool(false) }
        && windows.joined().allSatisfy { !$0.isEmpty }
    }
    windows.sort { $0.joined() < $1.joined() }
  }

  /// Nil for a tab that cannot be asked now: it is new, or its pages are just changing.
  private static func line(_ tab: JSON, _ chromium: Chromium) throws -> String? {
    guard let session = chromium.session(of: tab["target"]?.string ?? ""),
      let history = try? chromium.devTools.call("Page.getNavigationHistory", in: session)
    else { return nil }
    let entries = (history["entries"]?.elements ?? []).map { entry in
      (PageAddress.recorded(entry["url"]?.string ?? ""), entry["title"]?.string ?? "")
    }
    return line(
      entries, Int(history["currentIndex"]?.integer ?? -1),
      isActive: tab["active"]?.isTrue ?? false,
      isPinned: tab["pinned"]?.isTrue ?? false, isMuted: tab["muted"]?.isTrue ?? false,
      tab["group"]?.string)
  }

  private static func line(
    _ entries: [(url: String, title: String)], _ index: Int, isActive: Bool, isPinned: Bool,
    isMuted: Bool, _ group: String?
  ) -> String {
    let marks = [
      isActive ? "active" : nil, isPinned ? "pinned" : nil, isMuted ? "muted" : nil,
      group.map { "in “\($0)”" },
    ].compactMap(\.self)
    return entries.map { "\($0.url) “\($0.title)”" }.joined(separator: " → ")
      + " @\(index) \(marks.joined(separator: ", "))"
  }
}

extension BrowserView {
  static func == (left: BrowserView, right: BrowserView) -> Bool { left.windows == right.windows }
}
