import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// The import of a Firefox profile matches its content as reported by Firefox.
@Suite(.enabled(if: Corpora.arePresent, Comment(rawValue: Corpora.skipped)))
struct FirefoxTests {
  private struct Expected: Decodable {
    var session: Store
    var bookmarks: Node
    var history: [Page]
    var keywords: [[String]]

    struct Store: Decodable {
      var windows: [Window]
      var selectedWindow: Int
    }

    struct Window: Decodable {
      var tabs: [Tab]
      var closedTabs: [Tab]
      var groups: [Group]
      var selected: Int
    }

    struct Group: Decodable {
      var id: String
      var name: String
      var color: String
      var collapsed: Bool
    }

    struct Tab: Decodable {
      var entries: [Entry]
      var index: Int
      var pinned: Bool
      var group: String?
      var lastAccessed: Int64
      var pos: Int?
      var closedAt: Int64?
    }

    struct Entry: Decodable, Equatable {
      var url: String
      var title: String
    }

    struct Node: Decodable {
      var children: [Node]?
      var title: String
      var typeCode: Int
      var uri: String?
      var tags: String?
      var keyword: String?
      var root: String?
      var dateAdded: Int64?
    }

    struct Page: Decodable {
      var url: String
      var title: String
      var visits: [Visit]
    }

    struct Visit: Decodable, Hashable {
      var time: Int64
      var transition: Int
    }
  }

  private static let expected = try? Corpus.expected(
    "browsers/firefox/expected.json", as: Expected.self)

  private func check(_ tab: PortableTab, _ expected: Expected.Tab, _ window: Expected.Window) {
    #expect(tab.entries.map { Expected.Entry(url: $0.url, title: $0.title) } == expected.entries)
    #expect(tab.index == expected.index - 1)
    #expect(tab.isPinned == expected.pinned)
    #expect(tab.group == window.groups.firstIndex { $0.id == expected.group })
  }

  @Test(arguments: ["recovery.jsonlz4", "sessionstore.jsonlz4"])
  func `windows, tabs, groups, and closed windows and tabs`(_ file: String) throws {
    let expected = try #require(Self.expected?.session)
    let session = try #require(try Corpus.items("browsers/firefox/\(file)").session)
    #expect(session.focused == expected.selectedWindow - 1)
    #expect(session.windows.count == expected.windows.count)
    for (window, expected) in zip(session.windows, expected.windows) {
      #expect(window.active == expected.selected - 1)
      #expect(window.groups.map(\.title) == expected.groups.map(\.name))
      #expect(window.groups.map { "\($0.color)" } == expected.groups.map(\.color))
      #expect(window.groups.map(\.isCollapsed) == expected.groups.map(\.collapsed))
      #expect(window.tabs.count == expected.tabs.count)
      for (tab, wanted) in zip(window.tabs, expected.tabs) { check(tab, wanted, expected) }
    }
    let closed = expected.windows.enumerated().flatMap { place, window in
      window.closedTabs.map { (place, window, $0) }
    }
    #expect(session.closed.count == closed.count)
    for (closing, (place, window, wanted)) in zip(session.closed, closed) {
      guard case .tab(let tab, let index, let number) = closing.item else {
        Issue.record("a closed tab is one")
        continue
      }
      check(tab, wanted, window)
      #expect(index == wanted.pos)
      #expect(number == place)
      #expect(closing.milliseconds == wanted.closedAt)
    }
  }

  @Test func `every visit with its time and transition`() throws {
    let expected = try #require(Self.expected?.history)
    let visits = try Corpus.items("browsers/firefox/places.sqlite").visits
    let transitions: [Int: Transition] = [2: .typed, 3: .bookmark, 9: .reload]
    // A redirecting page of the test itself is not counted as visited. Its target is.
    let pages = expected.filter { !$0.url.contains("/redirect-to/") }
    let wanted = pages.flatMap { page in
      page.visits.filter { $0.transition != 7 }.map {
        PortableVisit(
          page.url, title: page.title, transition: transitions[$0.transition] ?? .link,
          milliseconds: $0.time)
      }
    }
    #expect(visits.lines == wanted.lines)
    #expect(visits.map(\.milliseconds) == visits.map(\.milliseconds).sorted())
  }

  /// A bookmark as a line, with all its properties.
  private func line(_ path: [String], _ bookmark: PortableBookmark) -> String {
    [
      path.joined(separator: "/"), "\(bookmark.kind)", bookmark.title, bookmark.url,
      bookmark.tags.sorted().joined(separator: ","), bookmark.keyword, "\(bookmark.milliseconds)",
    ].joined(separator: " | ")
  }

  private func lines(_ node: Expected.Node, _ path: [String], _ lines: inout [String]) {
    for child in node.children ?? [] where child.root != "tagsFolder" {
      let kinds: [Int: Bookmark.Kind] = [1: .bookmark, 2: .folder, 3: .separator]
      let kind = kinds[child.typeCode] ?? .bookmark
      let roots = [
        "bookmarksMenuFolder": "Bookmarks Menu", "toolbarFolder": "Bookmarks Toolbar",
        "unfiledBookmarksFolder": "Other Bookmarks", "mobileFolder": "Mobile Bookmarks",
      ]
      if child.root != nil, child.children?.isEmpty ?? true { continue }
      let title = child.root.flatMap { roots[$0] } ?? child.title
      let tags = (child.tags ?? "").split(separator: ",").map(String.init)
      let bookmark = PortableBookmark(
        kind, title: title, url: child.uri ?? "", tags: tags, keyword: child.keyword ?? "",
        milliseconds: (child.dateAdded ?? 0) / 1_000)
      lines.append(line(path, bookmark))
      self.lines(child, path + [title], &lines)
    }
  }

  @Test func `the tree of bookmarks with tags and keywords`() throws {
    let expected = try #require(Self.expected?.bookmarks)
    var wanted: [String] = []
    lines(expected, [], &wanted)
    let tree = try Corpus.items("browsers/firefox/places.sqlite").tree
    #expect(tree.map { line($0.path, $0.bookmark) } == wanted)
  }

  @Test func `the zoom of sites`() throws {
    #expect(
      try Corpus.items("browsers/firefox/content-prefs.sqlite") == [
        .zoom(host: "a.example", hundredths: 15_000),
        .zoom(host: "shop.example", hundredths: 5_000),
      ])
  }
}
