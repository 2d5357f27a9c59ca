import EventCoding
import Foundation
import TestSupport
import Testing

@testable import Catalogue

/// Files of other programs in which optional members are present at random.
struct SparseFiles {
  private var random: SplitMix64

  init(_ seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A log with an event of every kind, without any fields.
  static let emptyEvents = EventKind.allCases.enumerated().map { offset, kind in
    #"{"sequence":\#(offset + 1),"batch":\#(offset + 1),"time":"2026-01-01T00:00:00.000Z","#
      + #""actor":"user","kind":"\#(kind.name)"}"#
  }

  mutating func all() -> [(String, [UInt8])] {
    [
      ("takeout.json", json(["Browser History": array { $0.takeout() }])),
      (
        "pages.har",
        json([
          "log": .object([
            "pages": array { $0.page() }, "entries": array { $0.entry() },
          ])
        ])
      ),
      (
        "sessionstore.json",
        json([
          "version": .array([.string("sessionrestore"), .number(1)]),
          "windows": array { $0.window() }, "_closedWindows": array { $0.window() },
          "savedGroups": array { $0.group() }, "selectedWindow": .number(2),
        ])
      ),
      (
        "Bookmarks",
        json([
          "roots": .object([
            "bookmark_bar": node(depth: 0), "other": node(depth: 0), "synced": node(depth: 0),
          ])
        ])
      ),
      (
        "pinboard.json",
        Array("[{\"href\":\"https://p.example/\",\"tags\":\"\"},\(text(.object(bookmark())))]".utf8)
      ),
      ("tabs.json", Array("[\(text(.object(savedSession())))]".utf8)),
      ("bookmarks.html", Array(markup().utf8)),
      (
        "list.opml",
        Array(
          "<opml><body><outline/><outline url=\"https://o.example/\"/><outline text=\"T\"><outline xmlUrl=\"https://f.example/\"/></body></opml>"
            .utf8)
      ),
      (
        "onetab.txt",
        Array("https://a.example/\nhttps://b.example/ | \n\nhttps://c.example/ | C\n".utf8)
      ),
      (
        "table.csv",
        Array("url,title,folder,tags\nhttps://a.example/,,,\nhttps://b.example/\n".utf8)
      ),
      ("links.md", Array("# \n- [](https://a.example/)\n- [T](https://b.example/)\n  - \n".utf8)),
      ("safari.plist", Array(propertyList().utf8)),
      ("Session_1", commands([0, 2, 6, 7, 8, 9, 12, 14, 16, 17, 20, 21, 25, 27])),
      ("Tabs_1", commands([1, 4, 5, 9, 10, 13])),
    ]
  }

  private indirect enum Value {
    case string(String)
    case number(Int)
    case array([Value])
    case object([String: Value])
  }

  private func text(_ value: Value) -> String {
    switch value {
    case .string(let string): "\"\(string)\""
    case .number(let number): "\(number)"
    case .array(let values): "[\(values.map(text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\(text($0.value))" }.joined(separator: ","))}"
    }
  }

  private func json(_ members: [String: Value]) -> [UInt8] { Array(text(.object(members)).utf8) }

  /// Returns a random selection of members.
  private mutating func some(_ members: [String: Value]) -> [String: Value] {
    var kept: [String: Value] = [:]
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where random.once(in: 2) {
      kept[name] = value
    }
    return kept
  }

  private mutating func array(_ element: (inout SparseFiles) -> [String: Value]) -> Value {
    .array((0..<12).map { _ in .object(element(&self)) })
  }

  private mutating func url() -> Value {
    .string("https://\(random.below(5)).example/\(random.below(9))")
  }

  private mutating func takeout() -> [String: Value] {
    some(["title": .string("T"), "page_transition": .string("TYPED")])
      .merging(["url": url(), "time_usec": .number(1_600_000_000_000_000 + random.below(9))]) { $1 }
  }

  private mutating func page() -> [String: Value] {
    some([
      "startedDateTime": .string("2026-01-01T00:00:00Z"), "title": .string("T"),
      "id": .string("p1"),
    ])
  }

  private mutating func entry() -> [String: Value] {
    some([
      "pageref": .string("p1"), "request": .object(some(["url": url()])),
      "response": .object(some(["redirectURL": .string("/x")])),
    ])
  }

  private mutating func tab() -> [String: Value] {
    let entries = (0..<3).map { _ in
      Value.object(some(["url": url(), "title": .string("T"), "docIdentifier": .number(1)]))
    }
    return some([
      "entries": .array(entries), "index": .number(random.below(5)), "pinned": .string("x"),
      "groupId": .string("g"), "lastAccessed": .number(1_700_000_000_000), "hidden": .number(1),
      "userContextId": .number(3), "extData": .object([:]),
    ]).merging(random.once(in: 2) ? ["entries": .array(entries)] : [:]) { $1 }
  }

  private mutating func group() -> [String: Value] {
    some([
      "id": .string("g"), "name": .string("G"), "color": .string("red"),
      "tabs": .array((0..<2).map { _ in .object(tab()) }),
    ])
  }

  private mutating func window() -> [String: Value] {
    some([
      "tabs": .array((0..<4).map { _ in .object(tab()) }), "groups": .array([.object(group())]),
      "_closedTabs": .array([.object(some(["state": .object(tab()), "pos": .number(2)]))]),
      "closedGroups": .array([.object(group())]), "selected": .number(3),
    ])
  }

  private mutating func node(depth: Int) -> Value {
    var members = some([
      "name": .string("N"), "url": url(), "date_added": .string("13300000000000000"),
      "type": .string("url"), "meta_info": .object(some(["Tags": .string("a")])),
    ])
    if depth < 3 {
      members["type"] = .string("folder")
      members["children"] = .array((0..<3).map { _ in node(depth: depth + 1) })
    }
    return .object(members)
  }

  private mutating func bookmark() -> [String: Value] {
    some([
      "href": url(), "description": .string("D"), "extended": .string("E"),
      "time": .string("2026-01-01T00:00:00Z"), "tags": .string("a b"),
    ])
  }

  private mutating func savedSession() -> [String: Value] {
    let tabs = (0..<3).map { number in
      ("\(number)", Value.object(some(["url": url(), "title": .string("T"), "index": .number(1)])))
    }
    return some(["date": .number(1_700_000_000_000), "name": .string("S")])
      .merging(["windows": .object(["1": .object(Dictionary(uniqueKeysWithValues: tabs))])]) { $1 }
  }

  private mutating func markup() -> String {
    var lines = ["<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>", "<DT><H3></H3><DL><p>"]
    for number in 0..<12 {
      let attributes = [
        "HREF=\"https://\(number).example/\"", "ADD_DATE=\"1\"", "TAGS=\"a,,b\"",
        "SHORTCUTURL=\"k\"",
      ].filter { _ in random.once(in: 2) }
      lines.append(
        "<DT><A \(attributes.joined(separator: " "))>\(random.once(in: 2) ? "T" : "")</A>")
    }
    return (lines + ["<HR></DL><p></DL>"]).joined(separator: "\n")
  }

  private mutating func propertyList() -> String {
    func string(_ name: String) -> String {
      "<key>\(name)</key><string>https://s.example/</string>"
    }
    var leaves = ""
    for _ in 0..<8 {
      let fields = ["URLString", "Title", "WebBookmarkUUID"].filter { _ in random.once(in: 2) }
      leaves +=
        "<dict><key>WebBookmarkType</key><string>WebBookmarkTypeLeaf</string>"
        + fields.map(string).joined() + "</dict>"
    }
    return "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>WebBookmarkType</key>"
      + "<string>WebBookmarkTypeList</string><key>Children</key><array>\(leaves)</array></dict></plist>"
  }

  /// Returns Chromium commands with payloads of random length.
  private mutating func commands(_ ids: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = Array("SNSS".utf8) + [3, 0, 0, 0]
    for _ in 0..<200 {
      let payload = (0..<random.below(40)).map { _ in UInt8(random.below(6)) }
      bytes += [UInt8(payload.count + 1), 0, random.pick(ids)] + payload
    }
    return bytes
  }
}
