internal import BrowserModel
internal import CommandKit
package import Notation

/// A difference as JSON: `[{"kind":"tabMoved","tab":12,"from":{…},"to":{…}}, …]`.
///
/// Positions count from 0, as in WebExtensions. New kinds and members may be added, but existing
/// kinds and members never change.
extension Difference {
  /// The member of an answer that contains a difference.
  static let members = AnswerMembers<JSONWriter>(
    "diff", .array(.named(.change)), "the differences")

  package var json: JSONWriter { json(detailed: .max) }

  /// Returns the changes as an array, with as many details as the client wants.
  func json(in context: CommandContext) -> JSONWriter { json(detailed: context.detailedChanges) }

  private func json(detailed: Int) -> JSONWriter {
    var json = JSONWriter()
    json.array { write(to: &$0, detailed: detailed) }
    return json
  }

  /// Writes the changes as elements of an array.
  ///
  /// - Parameter detailed: The number of changes of tabs, of entries, of closed items, and of
  ///   bookmarks that are written with all their members. Further ones have only a kind.
  func write(to json: inout JSONWriter, detailed: Int) {
    var counts = (tab: 0, entry: 0, closed: 0, bookmark: 0)
    for change in changes {
      let brief: String? =
        switch change {
        case .tab: Self.brief("tab", &counts.tab, detailed)
        case .entry: Self.brief("entry", &counts.entry, detailed)
        case .closed: Self.brief("closed", &counts.closed, detailed)
        case .bookmark: Self.brief("bookmark", &counts.bookmark, detailed)
        default: nil
        }
      json.object { json in
        if let brief { json.member("kind", brief) } else { write(change, to: &json) }
      }
    }
    for site in sites {
      json.object { json in
        json.member("kind", "siteZoom")
        json.member("site", site.host)
        pair(site.from.factorOrNil, site.to.factorOrNil, &json)
      }
    }
  }

  /// Counts a change, and returns its kind if it is written without other members.
  private static func brief(_ kind: String, _ count: inout Int, _ detailed: Int) -> String? {
    count += 1
    return count > detailed ? kind : nil
  }

  private func write(_ change: Change, to json: inout JSONWriter) {
    switch change {
    case .window(let id, let change): write(change, of: id, &json)
    case .focus(let from, let to):
      json.member("kind", "windowFocused")
      pair(from.numberOrNil, to.numberOrNil, &json)
    case .tab(let id, let change): write(change, of: id, &json)
    case .entry(let entry, let tab, let change): write(change, of: entry, in: tab, &json)
    case .group(let id, let change): write(change, of: id, &json)
    case .closed(let id, let change): write(change, of: id, &json)
    case .bookmark(let id, let change): write(change, of: id, &json)
    case .defaultZoom(let from, let to):
      json.member("kind", "defaultZoom")
      pair(from.factor, to.factor, &json)
    case .siteZoom: break
    case .setting(let name, let from, let to):
      json.member("kind", "setting")
      json.member("name", "\(name)")
      pair(value(name, from), value(name, to), &json)
    case .value(let owner, let from, let to):
      json.member("kind", "value")
      switch owner {
      case .profile: break
      case .window(let id): json.member("window", id.rawValue)
      case .tab(let id): json.member("tab", id.rawValue)
      case .group(let id): json.member("group", id.rawValue)
      }
      let (from, to) = (value(setBy: from), value(setBy: to))
      json.member("name", to?.name ?? from?.name ?? "")
      let isText = [from, to].allSatisfy { $0 == nil || $0?.text != nil }
      if isText {
        pair(from?.text, to?.text, &json)
      } else {
        json.member("base64", true)
        pair(from?.base64, to?.base64, &json)
      }
    }
  }

  func pair(_ from: some JSONValue, _ to: some JSONValue, _ json: inout JSONWriter) {
    json.member("from", from)
    json.member("to", to)
  }

  private func write(_ change: WindowChange, of id: WindowID, _ json: inout JSONWriter) {
    json.member("kind", change.kind)
    json.member("window", id.rawValue)
    switch change {
    case .opened(let index), .closed(let index): json.member("index", index)
    case .moved(let from, let to): pair(from, to, &json)
    case .placed(let from, let to):
      json.object("from") { write(from, &$0) }
      json.object("to") { write(to, &$0) }
    case .shown(let from, let to): pair("\(from)", "\(to)", &json)
    case .title(let from, let to): pair(title(from), title(to), &json)
    case .selected(let from, let to): pair(from.numberOrNil, to.numberOrNil, &json)
    }
  }

  private func write(_ bounds: Window.Bounds, _ json: inout JSONWriter) {
    json.member("left", bounds.x)
    json.member("top", bounds.y)
    json.member("width", bounds.width)
    json.member("height", bounds.height)
  }

  private func write(_ change: GroupChange, of id: GroupID, _ json: inout JSONWriter) {
    json.member("kind", change.kind)
    json.member("group", id.rawValue)
    switch change {
    case .made, .gone:
      guard let group = group(id) else { return }
      json.member("title", title(group.title))
      json.member("color", "\(group.color)")
    case .title(let from, let to): pair(title(from), title(to), &json)
    case .color(let from, let to): pair("\(from)", "\(to)", &json)
    case .collapsed(let isCollapsed): json.member("collapsed", isCollapsed)
    }
  }

  private func write(_ change: ClosedChange, of id: ClosedItemID, _ json: inout JSONWriter) {
    json.member("kind", change.kind)
    let item = closedItem(id)
    json.member("item", item?.thing.rawValue ?? id.rawValue)
    json.member("event", id.rawValue)
    switch change {
    case .gained(let index), .lost(let index): json.member("index", index)
    case .changed: break
    }
    guard let item else { return }
    json.member("itemKind", "\(item.kind)")
    json.array("tabs", of: item.tabs.map(\.tab.id.rawValue))
  }

  private func write(_ change: BookmarkChange, of id: BookmarkID, _ json: inout JSONWriter) {
    json.member("kind", change.kind)
    json.member("bookmark", id.rawValue)
    switch change {
    case .added(let place), .removed(let place):
      json.member("folder", place.container.numberOrNil)
      json.member("index", place.index)
      guard let bookmark = bookmark(id) else { return }
      json.member("type", "\(bookmark.kind)")
      json.member("title", title(bookmark.title))
      if bookmark.kind == .bookmark { json.member("url", text(.url, bookmark.url)) }
    case .moved(let from, let to): places("folder", from, to, &json)
    case .title(let from, let to): pair(title(from), title(to), &json)
    case .url(let from, let to): pair(text(.url, from), text(.url, to), &json)
    case .tags(let from, let to): pair(tags(from), tags(to), &json)
    case .keyword(let from, let to): pair(text(.keyword, from), text(.keyword, to), &json)
    case .note(let from, let to): pair(text(.note, from), text(.note, to), &json)
    }
  }

  func places(_ container: String, _ from: Place, _ to: Place, _ json: inout JSONWriter) {
    for (name, place) in [("from", from), ("to", to)] {
      json.object(name) { json in
        json.member(container, place.container.numberOrNil)
        json.member("index", place.index)
      }
    }
  }
}

extension EventReference {
  /// The number of the referenced thing, or nil if the reference is `nothing`.
  var numberOrNil: Int32? { exists ? rawValue : nil }
}

extension ZoomLevel {
  /// The zoom factor as in WebExtensions, or nil if the zoom is not set.
  var factorOrNil: Double? { exists ? factor : nil }
}

/// The differences of tabs and their histories, as JSON.
extension Difference {
  func write(_ change: TabChange, of id: TabID, _ json: inout JSONWriter) {
    json.member("kind", change.kind)
    json.member("tab", id.rawValue)
    switch change {
    case .opened(let place), .closed(let place):
      json.member("window", place.container.rawValue)
      json.member("index", place.index)
      if let row = tab(id)?.currentEntry { write(row, &json) }
    case .moved(let from, let to): places("window", from, to, &json)
    case .pinned(let isPinned): json.member("pinned", isPinned)
    case .muted(let isMuted): json.member("muted", isMuted)
    case .grouped(let from, let to): pair(from?.rawValue, to?.rawValue, &json)
    case .opener(let from, let to): pair(from?.rawValue, to?.rawValue, &json)
    case .current(let from, let to):
      json.object("from") { entry(from, of: id, former, &$0) }
      json.object("to") { entry(to, of: id, latter, &$0) }
    case .pending(let from, let to):
      pair(from.map(url), to.map(url), &json)
    case .status(let from, let to):
      pair("\(from)", "\(to)", &json)
      if to == .failed {
        json.member("failure", text(.reason, latter.tab(id)?.failure ?? .nothing))
      }
    case .temporaryZoom(let from, let to): pair(from.factorOrNil, to.factorOrNil, &json)
    }
  }

  func write(
    _ change: EntryChange, of entry: EntryID, in tab: TabID, _ json: inout JSONWriter
  ) {
    json.member("kind", change.kind)
    json.member("tab", tab.rawValue)
    json.member("entry", entry.rawValue)
    switch change {
    case .gained(let index), .lost(let index):
      json.member("index", index)
      if let row = row(entry, of: tab) { write(row, &json) }
    case .page(let from, let to): pair(url(from), url(to), &json)
    case .title(let from, let to): pair(title(from), title(to), &json)
    case .scroll(let from, let to): pair(from.numberOrNil, to.numberOrNil, &json)
    case .picture(let from, let to): pair(text(.blob, from), text(.blob, to), &json)
    case .marks(let from, let to):
      json.object("from") { write(from, &$0) }
      json.object("to") { write(to, &$0) }
    }
  }

  private func write(_ row: HistoryEntry, _ json: inout JSONWriter) {
    json.member("url", url(row.content))
    json.member("title", title(row.title))
  }

  private func write(_ marks: HistoryEntry.Flags, _ json: inout JSONWriter) {
    json.member("activated", marks.contains(.activated))
    json.member("skippable", marks.contains(.skippable))
  }

  private func entry(
    _ entry: EntryID?, of tab: TabID, _ browser: Browser, _ json: inout JSONWriter
  ) {
    json.member("entry", entry?.rawValue)
    guard let row = browser.tab(tab)?.entries.last(where: { $0.id == entry }) else { return }
    write(row, &json)
  }
}
