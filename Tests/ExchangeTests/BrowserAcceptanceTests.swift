import BrowserModel
import ExchangeFormats
import Foundation
import Notation
import Platform
import RetraceStore
import TestSupport
import Testing

@testable import Exchange

/// Starts real browsers with exported files and without a network, and checks what they have read.
@Suite(.serialized, .oneBrowser) struct BrowserAcceptanceTests {
  /// Windows with histories, a pinned tab, a group and a closed tab, and bookmarks in folders.
  private func exports() throws -> Exports {
    let exports = try Exports()
    let store = exports.store
    func open(_ urls: String..., pinned: Bool = false) throws -> TabID {
      try store.perform(.open(OpenTab(Destination(urls[0]), isPinned: pinned)))
      // A new tab has the highest id.
      let made = try #require(store.browser.tabs.map(\.id).max())
      for url in urls.dropFirst() { try store.perform(.go(made, Destination(url))) }
      return made
    }
    let first = try open("https://a.example/1", "https://a.example/2", "https://a.example/3")
    try store.perform(.reportTitle(first, content: nil, "Drei & „mehr“ 🎉"))
    try store.perform(.travel(first, by: -1))
    let second = try open("https://b.example/?q=1&r=%20#x")
    try store.perform(.group([first, second], title: "Both", color: .red))
    _ = try open("https://pinned.example/", pinned: true)
    let closed = try open("https://closed.example/1", "https://closed.example/2")
    try store.perform(.closeTabs([closed]))
    try store.perform(.openWindow())
    try store.perform(
      .go(try #require(store.browser.tabs.last).id, Destination("https://c.example/")))
    return exports
  }

  // MARK: Firefox

  private struct Answer: Decodable {
    let state: State
    let errors: [String]

    struct State: Decodable {
      let windows: [Window]
    }

    struct Window: Decodable {
      let tabs: [Tab]
      let _closedTabs: [Closed]
      let groups: [Group]
    }

    struct Group: Decodable, Equatable {
      let name: String
      let color: String
    }

    struct Closed: Decodable {
      let state: Tab
    }

    struct Tab: Decodable {
      let entries: [Entry]
      let index: Int
      let pinned: Bool?
      let groupId: String?

      /// The history with the current entry in brackets, and the flags of the tab.
      var line: String {
        let urls = entries.enumerated().map { $0 == index - 1 ? "[\($1.url)]" : $1.url }
        return urls.joined(separator: " ") + (pinned == true ? " pinned" : "")
          + (groupId == nil ? "" : " grouped")
      }
    }

    struct Entry: Decodable {
      let url: String
      let title: String
    }
  }

  /// Waits until everything is restored, and returns the state. Checks the file against Firefox's
  /// own schema.
  private static let script = """
    (async () => {
      const {JsonSchema} = load("resource://gre/modules/JsonSchema.sys.mjs");
      const {fetch, IOUtils, PathUtils} = Services.wm.getMostRecentBrowserWindow();
      await SessionStore.promiseAllWindowsRestored;
      const answer = await fetch("resource:///modules/sessionstore/session.schema.json");
      const path = PathUtils.join(PathUtils.profileDir, "given.jsonlz4");
      const given = await IOUtils.readJSON(path, {decompress: true});
      const checked = JsonSchema.validate(given, await answer.json());
      const errors = checked.errors.map(error => JSON.stringify(error));
      if (!checked.valid && !errors.length) errors.push("invalid");
      return {state: JSON.parse(SessionStore.getBrowserState()), errors};
    })()
    """

  /// Restores the previous session and opens no other pages.
  private static let settings = """
    user_pref("browser.startup.homepage_override.mstone", "ignore");
    user_pref("browser.startup.page", 3);
    user_pref("datareporting.policy.dataSubmissionEnabled", false);
    user_pref("network.dns.disabled", true);

    """

  @Test(
    .enabled(if: BrowserKind.firefox.isInstalled, Comment(rawValue: BrowserKind.firefox.skipped)),
    .timeLimit(.minutes(10)))
  func `Firefox restores an exported session, which matches its schema`() throws {
    let folder = try TestSupport.TemporaryFolder()
    let data = try exports().data(.firefoxSession)
    for name in ["sessionstore.jsonlz4", "given.jsonlz4"] {
      try data.write(to: folder.url.appending(path: name))
    }
    let settings = folder.url.appending(path: "user.js")
    try Data(Self.settings.utf8).write(to: settings)
    var launch = BrowserLaunch(.firefox)
    launch.isHeadless = true
    launch.profile = folder.path
    let firefox = try Firefox(launch)
    let answer = try JSONDecoder().decode(
      Answer.self, from: Data(firefox.evaluate(Self.script).bytes))
    #expect(answer.errors == [])
    #expect(
      answer.state.windows.map { $0.tabs.map(\.line) } == [
        [
          "[https://pinned.example/] pinned",
          "https://a.example/1 [https://a.example/2] https://a.example/3 grouped",
          "[https://b.example/?q=1&r=%20#x] grouped",
        ], ["about:home [https://c.example/]"],
      ])
    let window = try #require(answer.state.windows.first)
    #expect(window.tabs[1].entries[2].title == "Drei & „mehr“ 🎉")
    #expect(window.groups == [Answer.Group(name: "Both", color: "red")])
    #expect(
      window._closedTabs.map(\.state.line) == [
        "https://closed.example/1 [https://closed.example/2]"
      ])
    #expect(try firefox.close() == .status(0))
    #expect(try String(contentsOf: settings, encoding: .utf8) == Self.settings)
    let kept = try String(contentsOf: folder.url.appending(path: "prefs.js"), encoding: .utf8)
    for name in FirefoxProfile.startSettings + ["browser.safebrowsing.malware.enabled"] {
      #expect(!kept.contains("\"\(name)\""))
    }
  }

  // MARK: Chromium

  @Test(
    .enabled(
      if: BrowserKind.chromium.isInstalled, Comment(rawValue: BrowserKind.chromium.skipped)),
    .timeLimit(.minutes(10)))
  func `Chromium accepts exported bookmarks as its own`() throws {
    let exports = try Exports()
    let store = exports.store
    func add(_ kind: Bookmark.Kind, _ title: String, _ url: String?, in folder: BookmarkID) throws
      -> BookmarkID
    {
      try store.perform(.addBookmark(NewBookmark(kind, title: title, url: url, folder: folder)))
      return BookmarkID(store.browser.sequence)
    }
    let bar = try add(.folder, "Bookmarks bar", nil, in: .nothing)
    let inner = try add(.folder, "Ünï “x” \\ 🎉", nil, in: bar)
    _ = try add(.bookmark, "<b>A & B</b>\u{7}", "https://a.example/?q=\"1\"&r=ü", in: inner)
    _ = try add(.bookmark, "", "https://b.example/", in: bar)
    _ = try add(.bookmark, "top", "https://c.example/#x", in: .nothing)
    _ = try add(.bookmark, "no address", "http://[", in: .nothing)
    _ = try add(.separator, "", nil, in: .nothing)

    let folder = try TestSupport.TemporaryFolder()
    let file = folder.url.appending(path: "Default/Bookmarks")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try exports.data(.chromiumBookmarks).write(to: file)
    var launch = BrowserLaunch(.chromium)
    launch.isHeadless = true
    launch.profile = folder.path
    let chromium = try Chromium(launch)
    let page = try chromium.link.call(
      "Target.createTarget", [("url", .string("chrome://bookmarks"))])
    let attached = try chromium.link.call(
      "Target.attachToTarget",
      [("targetId", page["targetId"] ?? .null), ("flatten", .bool(true))])
    let tree = try chromium.evaluate(
      """
      new Promise(done => {
        const look = () => self.chrome?.bookmarks
          ? chrome.bookmarks.getTree().then(done) : requestAnimationFrame(look);
        look();
      })
      """, in: attached["sessionId"]?.string ?? "")
    _ = try chromium.close()
    // Chromium assigns new ids if the checksum is wrong. These are the exported ids.
    #expect(
      Self.lines(tree) == [
        "1 Bookmarks bar", "2 Ünï “x” \\ 🎉",
        "3 <b>A & B</b>\u{7} https://a.example/?q=%221%22&r=%C3%BC", "4  https://b.example/",
        "5 Other bookmarks", "6 top https://c.example/#x",
      ])
  }

  /// The nodes of a tree below its root, in depth-first order.
  private static func lines(_ tree: JSON) -> [String] {
    tree.elements.flatMap { node in
      let url = node["url"]?.string.map { " \($0)" } ?? ""
      let line = "\(node["id"]?.string ?? "") \(node["title"]?.string ?? "")\(url)"
      let below = lines(node["children"] ?? .null)
      return node["parentId"] == nil ? below : [line] + below
    }
  }
}
