internal import BrowserModel
internal import Notation

/// What differs about tabs and their histories, as JSON.
extension Difference {
  func write(_ change: TabChange, of id: EventID, _ json: inout JSONWriter) {
    json.member("kind", change.kind)
    json.member("tab", id.rawValue)
    switch change {
    case .opened(let place), .closed(let place):
      json.member("window", place.container.rawValue)
      json.member("index", place.index)
      if let row = tab(id)?.row { write(row, &json) }
    case .moved(let from, let to): places("window", from, to, &json)
    case .pinned(let isPinned): json.member("pinned", isPinned)
    case .muted(let isMuted): json.member("muted", isMuted)
    case .grouped(let from, let to), .opener(let from, let to):
      pair(from.numberOrNil, to.numberOrNil, &json)
    case .current(let from, let to):
      json.object("from") { entry(from, of: id, former, &$0) }
      json.object("to") { entry(to, of: id, latter, &$0) }
    case .pending(let from, let to):
      pair(from.exists ? url(from) : nil, to.exists ? url(to) : nil, &json)
    case .status(let from, let to):
      pair("\(from)", "\(to)", &json)
      if to == .failed {
        json.member("failure", text(.reason, latter.tab(id)?.failure ?? .nothing))
      }
    case .temporaryZoom(let from, let to): pair(from.factorOrNil, to.factorOrNil, &json)
    }
  }

  func write(
    _ change: EntryChange, of entry: EventID, in tab: EventID, _ json: inout JSONWriter
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

  private func write(_ row: Row, _ json: inout JSONWriter) {
    json.member("url", url(row.content))
    json.member("title", title(row.title))
  }

  private func write(_ marks: Row.Marks, _ json: inout JSONWriter) {
    json.member("activated", marks.contains(.activated))
    json.member("skippable", marks.contains(.skippable))
  }

  private func entry(
    _ entry: EventID, of tab: EventID, _ browser: Browser, _ json: inout JSONWriter
  ) {
    json.member("entry", entry.numberOrNil)
    guard let row = browser.tab(tab)?.rows.last(where: { $0.entry == entry }) else { return }
    write(row, &json)
  }
}
