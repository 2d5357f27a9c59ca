internal import BrowserModel
internal import Notation

/// A page that an object of a document describes, according to the meanings of its members.
struct JSONPage {
  var url = ""
  var title = ""
  var note = ""
  var tags: [String] = []
  var milliseconds: Int64 = 0
  var shown: Int64 = 0
  var isPinned = false
  var isMuted = false
  var isCurrent = false
  var group = ""
  var scroll: PortableEntry.Scroll?
  /// The zoom in hundredths of a percent.
  var zoom: Int?
  var entries: [JSONPage] = []
  /// The index of the current entry.
  var index: Int?

  /// - Parameter leftOut: The counts to which unsupported members are added.
  init(_ json: JSON, _ members: [String: JSONMember], _ leftOut: inout OmissionCounts) {
    for (name, value) in json.members where !value.isEffectivelyEmpty {
      if let member = members[name] {
        add(value, member, &leftOut)
      } else {
        leftOut.add(.otherFields)
      }
    }
  }

  private mutating func add(_ value: JSON, _ member: JSONMember, _ leftOut: inout OmissionCounts) {
    switch member {
    case .url: url = value.string ?? ""
    case .title: title = value.string ?? ""
    case .note: note = value.string ?? ""
    case .tags(let separator):
      let names =
        value.string?.split(separator: separator).map(String.init)
        ?? value.elements.compactMap(\.string)
      tags = names.map(\.trimmed).filter { !$0.isEmpty }
    case .time: milliseconds = Self.time(value)
    case .timeSince2001:
      let seconds = value.double ?? value.string.flatMap(Double.init)
      milliseconds = seconds.map { UnixTime.milliseconds(sinceYear2001: $0) } ?? 0
    case .shown: shown = Self.time(value)
    case .isPinned: isPinned = value.isTrue
    case .isMuted: isMuted = value.isTrue || value["muted"]?.isTrue ?? false
    case .isCurrent: isCurrent = value.isTrue
    case .group: group = value.string ?? ""
    case .scroll:
      let scroll = PortableEntry.Scroll(
        x: Int32(clamping: value["x"]?.integer ?? 0), y: Int32(clamping: value["y"]?.integer ?? 0))
      if scroll != PortableEntry.Scroll(x: 0, y: 0) { self.scroll = scroll }
    case .zoom:
      guard let factor = value.double, 0.01...100 ~= factor else { return leftOut.add(.tabZoom) }
      zoom = Int((factor * 10_000).rounded())
    case .entries(let members):
      entries = value.elements.map { JSONPage($0, members, &leftOut) }
    case .index(let first): index = value.integer.map { Int(clamping: $0 &- Int64(first)) }
    case .passed: break
    case .leftOut(let kind): leftOut.add(kind)
    case .leftOutIf(let text, let kind):
      if value.string == text || value.isTrue && text == "true" { leftOut.add(kind) }
    }
  }

  private static func time(_ value: JSON) -> Int64 {
    switch value {
    case .string(let text): UnixTime.milliseconds(written: text)
    default: UnixTime.milliseconds(value.integer ?? 0)
    }
  }

  var bookmark: PortableBookmark {
    PortableBookmark(
      title: title, url: url, tags: tags, note: note, milliseconds: milliseconds)
  }

  var visit: PortableVisit { PortableVisit(url, title: title, milliseconds: milliseconds) }

  private var entry: PortableEntry {
    var entry = PortableEntry(url, title: title, milliseconds: milliseconds)
    entry.scroll = scroll
    return entry
  }

  /// The tab with its history but without its group, or nil if it has no page. The caller must set
  /// the group.
  var tab: PortableTab? {
    let pages = (entries.isEmpty ? [self] : entries).filter { !$0.url.isEmpty }
    guard !pages.isEmpty else { return nil }
    let index =
      pages.lastIndex(where: \.isCurrent).flatMap { entries.isEmpty ? nil : $0 } ?? self.index
      ?? pages.count - 1
    var tab = PortableTab(
      entries: pages.map(\.entry), index: index, isPinned: isPinned, isMuted: isMuted,
      milliseconds: shown)
    // Some programs store data of a tab in its entries.
    let current = pages[tab.index]
    tab.isPinned = isPinned || current.isPinned
    tab.zoom = zoom ?? current.zoom
    return tab
  }
}
