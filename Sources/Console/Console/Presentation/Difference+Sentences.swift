internal import BrowserModel

/// A difference as a person reads it, a line a change.
struct DifferenceLine {
  let sign: Sign
  /// What changed: `tab #12 moved 2 → 5`.
  let sentence: VisibleText
  /// What names the thing, where the sentence does not.
  var name: VisibleText = ""

  /// Whether something came, went, or is another.
  enum Sign { case came, went, changed }
}

extension Difference {
  /// The lines, in the order of the changes. O(changes), each with a few look-ups of words.
  var lines: [DifferenceLine] {
    let arrived = arrivals
    let lines = changes.compactMap { change -> DifferenceLine? in
      // Where a tab went is told once: by its current entry.
      if case .entry(let entry, let tab, .gained) = change, arrived[tab] == entry { return nil }
      return line(change)
    }
    return lines
      + sites.map { site in
        let from = site.from.exists ? site.from : former.zoom.default
        let to = site.to.exists ? site.to : latter.zoom.default
        return DifferenceLine(
          sign: .changed, sentence: "zoom of \(site.host) \(from.percentText) → \(to.percentText)")
      }
  }

  /// The entry at which each tab stands that stood at another before.
  private var arrivals: [EventID: EventID] {
    var arrivals: [EventID: EventID] = [:]
    for change in changes {
      if case .tab(let tab, .current(_, let to)) = change { arrivals[tab] = to }
    }
    return arrivals
  }

  private func line(_ change: Change) -> DifferenceLine {
    switch change {
    case .window(let id, let change): line(change, of: id)
    case .focus(let from, let to):
      DifferenceLine(sign: .changed, sentence: "focus \(windowName(from)) → \(windowName(to))")
    case .tab(let id, let change): line(change, of: id)
    case .entry(let entry, let tab, let change): line(change, of: entry, in: tab)
    case .group(let id, let change): line(change, of: id)
    case .closed(let id, let change): line(change, of: id)
    case .bookmark(let id, let change): line(change, of: id)
    case .defaultZoom(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "default zoom \(from.percentText) → \(to.percentText)")
    case .siteZoom: DifferenceLine(sign: .changed, sentence: "")
    case .setting(let name, let from, let to):
      DifferenceLine(
        sign: .changed,
        sentence: "\(VisibleText(naming: name)) \(value(name, from)) → \(value(name, to))")
    }
  }

  private func line(_ change: WindowChange, of id: EventID) -> DifferenceLine {
    let window = windowName(id)
    return switch change {
    case .opened: DifferenceLine(sign: .came, sentence: "\(window) opened")
    case .closed: DifferenceLine(sign: .went, sentence: "\(window) closed")
    case .moved(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(window) moved \(from + 1) → \(to + 1)")
    case .placed(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(window) at \(words(from)) → \(words(to))")
    case .shown(let from, let to):
      DifferenceLine(
        sign: .changed,
        sentence: "\(window) \(VisibleText(naming: from)) → \(VisibleText(naming: to))")
    case .selected(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(window) active tab \(number(from)) → \(number(to))",
        name: name(ofTab: to))
    }
  }

  private func line(_ change: GroupChange, of id: EventID) -> DifferenceLine {
    let subject: VisibleText = "group \(number(id))"
    let title = group(id).map { VisibleText(self.title($0.title)) } ?? ""
    return switch change {
    case .made: DifferenceLine(sign: .came, sentence: "\(subject) made", name: title)
    case .gone: DifferenceLine(sign: .went, sentence: "\(subject) gone", name: title)
    case .title(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(subject) title \(quoted(from)) → \(quoted(to))")
    case .color(let from, let to):
      DifferenceLine(
        sign: .changed,
        sentence: "\(subject) \(VisibleText(naming: from)) → \(VisibleText(naming: to))",
        name: title)
    case .collapsed(let isCollapsed):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) \(isCollapsed ? "collapsed" : "expanded")",
        name: title)
    }
  }

  private func line(_ change: ClosedChange, of id: EventID) -> DifferenceLine {
    let item = closedItem(id)
    let kind: VisibleText =
      switch item?.kind {
      case .window: "window \(number(id))"
      case .tabs: .counted(item?.tabs.count ?? 0, "tab") + " \(number(id))"
      default: "tab \(item?.tabs.first.map { number($0.tab.id) } ?? number(id))"
      }
    let name = item?.tabs.first.map { label(of: $0.tab) } ?? ""
    return switch change {
    case .gained: DifferenceLine(sign: .came, sentence: "closed list: \(kind)", name: name)
    case .lost: DifferenceLine(sign: .went, sentence: "closed list: \(kind)", name: name)
    case .changed:
      DifferenceLine(sign: .changed, sentence: "closed list: \(kind) is another", name: name)
    }
  }

  // MARK: Names

  func number(_ id: EventID) -> VisibleText { id.exists ? "#\(id.rawValue)" : "none" }

  private func windowName(_ id: EventID) -> VisibleText {
    id.exists ? "window #\(id.rawValue)" : "none"
  }

  private func words(_ bounds: Window.Bounds) -> VisibleText {
    bounds == .unknown
      ? "no place" : "\(bounds.x),\(bounds.y) \(bounds.width)×\(bounds.height)"
  }

  func quoted(_ event: EventID) -> VisibleText {
    let title = title(event)
    return title.isEmpty ? "none" : "“\(title)”"
  }

  func name(ofTab id: EventID) -> VisibleText { tab(id).map { label(of: $0) } ?? "" }

  func label(of tab: Tab) -> VisibleText { tab.row.map(label) ?? "Start page" }

  func label(of row: Row) -> VisibleText {
    let url = url(row.content)
    if url == Destination.startPage { return "Start page" }
    // A page that was forgotten has an empty URL.
    if url.isEmpty { return "forgotten" }
    let title = title(row.title)
    return title.isEmpty ? VisibleText(url) : "\(title) — \(url)"
  }
}
