import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// The import of a Chromium profile matches its content as reported by Chromium.
@Suite(.enabled(if: Corpora.arePresent, Comment(rawValue: Corpora.skipped)))
struct ChromiumTests {
  private struct Expected: Decodable {
    var windows: [Window]
    var groups: [Group]
    var closed: [Tab]
    var recentlyClosed: [Closed]
    var bookmarks: [Node]
    var history: [Page]

    struct Window: Decodable {
      var id: Int
      var focused: Bool
      var bounds: [Int32]
      var tabs: [Tab]
    }

    struct Group: Decodable {
      var id: Int
      var title: String
      var color: String
      var collapsed: Bool
    }

    struct Tab: Decodable {
      var history: History
      var pinned: Bool
      var group: Int?
      var active: Bool?
    }

    struct History: Decodable {
      var index: Int
      var entries: [Entry]
    }

    struct Entry: Decodable, Equatable {
      var url: String
      var title: String
      var transition: String
    }

    struct Closed: Decodable {
      var tab: Shown?

      struct Shown: Decodable {
        var url: String
      }
    }

    struct Node: Decodable {
      var title: String
      var url: String?
      var children: [Node]?
      var dateAdded: Double?
    }

    struct Page: Decodable {
      var url: String
      var title: String
      var visits: [Visit]
    }

    struct Visit: Decodable {
      var time: Double
      var transition: String
    }
  }

  private static let expected = try? Corpus.expected(
    "browsers/chromium/expected.json", as: Expected.self)

  private static let transitions: [String: Transition] = [
    "link": .link, "typed": .typed, "auto_bookmark": .bookmark, "generated": .generated,
    "start_page": .startPage, "auto_toplevel": .startPage, "form_submit": .formSubmit,
    "reload": .reload, "keyword": .keyword, "keyword_generated": .generated,
  ]

  private func expectSame(_ tab: PortableTab, _ wanted: Expected.Tab) {
    #expect(tab.entries.map(\.url) == wanted.history.entries.map(\.url))
    #expect(tab.entries.map(\.title) == wanted.history.entries.map(\.title))
    #expect(
      tab.entries.map(\.transition)
        == wanted.history.entries.map { Self.transitions[$0.transition] ?? .link })
    #expect(tab.index == wanted.history.index)
    #expect(tab.isPinned == wanted.pinned)
  }

  @Test func `windows, tabs and groups of a running browser`() throws {
    let expected = try #require(Self.expected)
    let session = try #require(
      try Corpus.items("browsers/chromium/Sessions/Session_13439662207790867").session)
    #expect(session.windows.count == expected.windows.count)
    #expect(session.focused == expected.windows.firstIndex { $0.focused })
    for (window, wanted) in zip(session.windows, expected.windows) {
      #expect(window.tabs.count == wanted.tabs.count)
      for (tab, wanted) in zip(window.tabs, wanted.tabs) { expectSame(tab, wanted) }
      #expect(window.active == wanted.tabs.firstIndex { $0.active == true })
      let bounds = window.bounds
      #expect([bounds.x, bounds.y, bounds.width, bounds.height] == wanted.bounds)
      let titles = window.tabs.map { tab in tab.group.map { window.groups[$0].title } }
      #expect(
        titles
          == wanted.tabs.map { tab in expected.groups.first { $0.id == tab.group }?.title })
    }
    let groups = session.windows.flatMap(\.groups)
    #expect(groups.map { "\($0.color)" } == expected.groups.map(\.color))
    #expect(groups.map(\.isCollapsed) == expected.groups.map(\.collapsed))
  }

  @Test func `closed windows and tabs`() throws {
    let expected = try #require(Self.expected)
    let session = try #require(
      try Corpus.items("browsers/chromium/Sessions/Tabs_13439662209306679").session)
    let tabs = session.closed.compactMap { closing -> PortableTab? in
      if case .tab(let tab, _, _) = closing.item { tab } else { nil }
    }
    #expect(
      tabs.map { $0.entries[$0.index].url }
        == expected.recentlyClosed.reversed().map { $0.tab?.url })
    for (tab, wanted) in zip(tabs.suffix(expected.closed.count), expected.closed) {
      expectSame(tab, wanted)
    }
  }

  @Test func `windows that were open when the browser was closed`() throws {
    let session = try #require(
      try Corpus.items("browsers/chromium/Sessions-after-quit/Tabs_13439662209306679").session)
    let windows = session.closed.compactMap { closing -> PortableWindow? in
      if case .window(let window) = closing.item { window } else { nil }
    }
    let expected = try #require(Self.expected)
    #expect(windows.count == expected.windows.count)
    for (window, wanted) in zip(windows, expected.windows) {
      #expect(window.tabs.count == wanted.tabs.count)
      for (tab, wanted) in zip(window.tabs, wanted.tabs) { expectSame(tab, wanted) }
      #expect(window.active == wanted.tabs.firstIndex { $0.active == true })
    }
  }

  @Test func `every visit with its time and transition`() throws {
    let expected = try #require(Self.expected?.history)
    let wanted = expected.flatMap { page in
      page.visits.map {
        PortableVisit(
          page.url, title: page.title, transition: Self.transitions[$0.transition] ?? .link,
          milliseconds: Int64($0.time))
      }
    }
    #expect(try Corpus.items("browsers/chromium/History").visits.lines == wanted.lines)
  }

  private func lines(_ nodes: [Expected.Node], _ path: [String], _ lines: inout [String]) {
    for node in nodes {
      // Chromium reports an empty root and an unchanged title.
      if path.isEmpty, node.children?.isEmpty ?? false { continue }
      lines.append(
        "\(path.joined(separator: "/")) | \(node.title) | \(node.url ?? "") | "
          + "\(path.isEmpty ? 0 : Int64(node.dateAdded ?? 0))")
      self.lines(node.children ?? [], path + [node.title], &lines)
    }
  }

  @Test func `the tree of bookmarks`() throws {
    let root = try #require(Self.expected?.bookmarks.first)
    var wanted: [String] = []
    lines(root.children ?? [root], [], &wanted)
    let tree = try Corpus.items("browsers/chromium/Bookmarks").tree
    #expect(
      tree.map { path, bookmark in
        "\(path.joined(separator: "/")) | \(bookmark.title) | \(bookmark.url) | "
          + "\(path.isEmpty ? 0 : bookmark.milliseconds)"
      } == wanted)
  }

  @Test func `all files of a profile folder are imported`() throws {
    let items = try Corpus.items("browsers/chromium")
    #expect(items.visits.count > 30)
    #expect(items.tree.filter { $0.bookmark.kind == .bookmark }.count == 20)
    // Closed windows and tabs belong to the session.
    #expect(items.filter { if case .session = $0 { true } else { false } }.count == 1)
    #expect(items.session?.closed.count == 5)
    #expect(items.problems == [])
  }
}
