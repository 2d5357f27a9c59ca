import BrowserModel
import RetraceTimeline

/// The differences between two moments: the kind of each change, and its numbers after their count.
/// `retrace.mjs` names the numbers and looks up the texts.
extension OpenLog {
  func listChanges(from: Int32, to: Int32) throws(Failure) {
    try show(from)
    let former = ProfileState(browser: shown.browser, library: shown.readLibrary(events))
    try show(to)
    let latter = ProfileState(browser: shown.browser, library: shown.readLibrary(events))
    for change in former.changes(to: latter) { list(change, former, latter) }
  }

  /// Writes a change with up to six numbers.
  @inline(never)
  private func row(
    _ kind: String, _ a: Int32, _ b: Int32 = 0, _ c: Int32 = 0, _ d: Int32 = 0, _ e: Int32 = 0
  ) {
    answer.text(kind)
    answer.number(a)
    answer.number(b)
    answer.number(c)
    answer.number(d)
    answer.number(e)
  }

  private func list(_ change: Change, _ former: ProfileState, _ latter: ProfileState) {
    switch change {
    case .window(let id, let change): list(change, of: id.rawValue)
    case .focus(let from, let to): row("windowFocused", 0, from.rawValue, to.rawValue)
    case .tab(let id, let change):
      let browser = if case .closed = change { former.browser } else { latter.browser }
      list(change, of: id, in: browser)
    case .entry(let entry, let tab, let change):
      list(change, of: entry.rawValue, in: tab.rawValue)
    case .group(let id, let change): list(change, of: id.rawValue)
    case .closed(let id, let change): list(change, of: id.rawValue)
    case .bookmark(let id, let change): list(change, of: id.rawValue)
    case .defaultZoom(let from, let to):
      row("defaultZoom", 0, Int32(from.hundredths), Int32(to.hundredths))
    case .siteZoom(let site, let from, let to):
      row("siteZoom", site.rawValue, Int32(from.hundredths), Int32(to.hundredths))
    case .setting(let name, let from, let to):
      row("setting", Int32(name.rawValue), from.rawValue, to.rawValue)
    case .value(let owner, let from, let to):
      row(
        "value", owner.event.rawValue, from.exists ? from.rawValue : to.rawValue, from.rawValue,
        to.rawValue)
    }
  }

  private func list(_ change: WindowChange, of id: Int32) {
    let kind = change.kind
    switch change {
    case .opened(let index), .closed(let index): row(kind, id, Int32(index))
    case .moved(let from, let to): row(kind, id, Int32(from), Int32(to))
    case .placed(_, let to): row(kind, id, to.x, to.y, to.width, to.height)
    case .shown(let from, let to): row(kind, id, Int32(from.rawValue), Int32(to.rawValue))
    case .selected(let from, let to): row(kind, id, from.rawValue, to.rawValue)
    case .title(let from, let to): row(kind, id, from.rawValue, to.rawValue)
    }
  }

  private func list(_ change: TabChange, of tab: TabID, in browser: Browser) {
    let (kind, id) = (change.kind, tab.rawValue)
    switch change {
    case .opened(let place), .closed(let place):
      let entry = browser.currentEntry(of: tab)
      row(
        kind, id, place.container.rawValue, Int32(place.index), entry?.content.rawValue ?? 0,
        entry?.title.rawValue ?? 0)
    case .moved(let from, let to): row(kind, id, from, to)
    case .pinned(let isTrue), .muted(let isTrue): row(kind, id, isTrue ? 1 : 0)
    case .grouped(let from, let to): row(kind, id, from?.rawValue ?? 0, to?.rawValue ?? 0)
    case .opener(let from, let to): row(kind, id, from?.rawValue ?? 0, to?.rawValue ?? 0)
    case .current(let from, let to):
      let entry = browser.currentEntry(of: tab)
      row(
        kind, id, from?.rawValue ?? 0, to?.rawValue ?? 0, entry?.content.rawValue ?? 0,
        entry?.title.rawValue ?? 0)
    case .pending(let from, let to): row(kind, id, from?.rawValue ?? 0, to?.rawValue ?? 0)
    case .status(let from, let to): row(kind, id, Int32(from.rawValue), Int32(to.rawValue))
    case .temporaryZoom(let from, let to):
      row(kind, id, Int32(from.hundredths), Int32(to.hundredths))
    }
  }

  private func row(_ kind: String, _ id: Int32, _ from: Place, _ to: Place) {
    row(
      kind, id, from.container.rawValue, Int32(from.index), to.container.rawValue,
      Int32(to.index))
  }

  private func list(_ change: EntryChange, of entry: Int32, in tab: Int32) {
    let kind = change.kind
    switch change {
    case .gained(let index), .lost(let index): row(kind, tab, entry, Int32(index))
    case .page(let from, let to), .title(let from, let to), .scroll(let from, let to),
      .picture(let from, let to):
      row(kind, tab, entry, from.rawValue, to.rawValue)
    case .marks(let from, let to):
      row(kind, tab, entry, Int32(from.rawValue), Int32(to.rawValue))
    }
  }

  private func list(_ change: GroupChange, of id: Int32) {
    let kind = change.kind
    switch change {
    case .made, .gone: row(kind, id)
    case .title(let from, let to): row(kind, id, from.rawValue, to.rawValue)
    case .color(let from, let to): row(kind, id, Int32(from.rawValue), Int32(to.rawValue))
    case .collapsed(let isTrue): row(kind, id, isTrue ? 1 : 0)
    }
  }

  private func list(_ change: ClosedChange, of id: Int32) {
    switch change {
    case .gained(let index), .lost(let index): row(change.kind, id, Int32(index))
    case .changed: row(change.kind, id)
    }
  }

  private func list(_ change: BookmarkChange, of id: Int32) {
    let kind = change.kind
    switch change {
    case .added(let place), .removed(let place):
      row(kind, id, place.container.rawValue, Int32(place.index))
    case .moved(let from, let to): row(kind, id, from, to)
    case .title(let from, let to), .url(let from, let to), .tags(let from, let to),
      .keyword(let from, let to), .note(let from, let to):
      row(kind, id, from.rawValue, to.rawValue)
    }
  }
}
