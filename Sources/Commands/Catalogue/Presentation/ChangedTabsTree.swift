internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// The changed tabs of a proposal in their windows and groups, one line per tab.
///
/// Unchanged tabs are counted. A closed tab is listed at the end of its window.
struct ChangedTabsTree {
  private let preview: ProposalPreview
  private let context: CommandContext
  /// The tabs, windows and groups that differ.
  private let changed: Set<MergeConflict.Thing>

  init(_ preview: ProposalPreview, _ context: CommandContext) {
    self.preview = preview
    self.context = context
    var changed: Set<MergeConflict.Thing> = []
    for change in preview.present.changes(to: preview.state) {
      switch change {
      case .tab(_, .status), .tab(_, .pending), .window(_, .selected), .window(_, .moved): break
      case .window(let id, _): changed.insert(.window(id))
      case .tab(let id, _), .entry(_, let id, _): changed.insert(.tab(id))
      case .group(let id, _): changed.insert(.group(id))
      default: break
      }
    }
    self.changed = changed
  }

  /// Returns the lines, each with its newline.
  func lines() throws -> SafeText {
    try context.store.readUncached { words in
      var text: SafeText = ""
      for line in lines(words) {
        let cut = context.presentation.columns.map {
          line.truncated(toColumns: $0, mark: context.presentation.art.cut)
        }
        text += (cut ?? line) + "\n"
      }
      return text
    }
  }

  private func lines(_ words: LogText) -> [SafeText] {
    let (former, latter) = (preview.present.browser, preview.state.browser)
    var lines: [SafeText] = []
    for window in latter.windows + former.windows.filter({ latter.window($0.id) == nil }) {
      let isGone = latter.window(window.id) == nil
      let closed = (former.window(window.id)?.tabs ?? []).filter { latter.tab($0) == nil }
      var inside: [SafeText] = []
      var unchanged = 0
      var group: GroupID?
      for tab in isGone ? [] : window.tabs.compactMap({ latter.tab($0) }) {
        guard
          changed.contains(.tab(tab.id)) || tab.group.map({ changed.contains(.group($0)) }) ?? false
        else {
          unchanged += 1
          continue
        }
        if tab.group != group, let id = tab.group, let shown = latter.group(id) {
          inside.append("  " + sign(of: .group(id)) + heading(shown, words))
        }
        group = tab.group
        let indent: SafeText = tab.group == nil ? "  " : "    "
        inside.append(indent + sign(of: .tab(tab.id)) + label(tab, in: latter, words))
      }
      for tab in closed.compactMap({ former.tab($0) }) {
        inside.append("  " + sign(of: .tab(tab.id)) + label(tab, in: former, words))
      }
      guard !inside.isEmpty || changed.contains(.window(window.id)) else { continue }
      let title = (isGone ? former : latter).title(of: window, text: words)
      let name: SafeText = title.isEmpty ? "" : " “\(SafeText(title))”"
      lines.append(
        sign(of: .window(window.id))
          + context.style.apply(.bold, to: "window #\(window.id.rawValue)\(name)"))
      lines += inside
      if unchanged > 0 {
        lines.append(context.style.apply(.dim, to: "    … " + .counted(unchanged, "unchanged tab")))
      }
    }
    return lines + others(words)
  }

  /// Returns the differences of bookmarks, zoom, settings and values.
  private func others(_ words: LogText) -> [SafeText] {
    let changes = preview.present.changes(to: preview.state).filter { change in
      switch change {
      case .window, .focus, .tab, .entry, .group, .closed: false
      case .bookmark, .defaultZoom, .siteZoom, .setting, .value: true
      }
    }
    return Difference(changes, from: preview.present, to: preview.state, words)
      .table(context.style).lines(width: context.presentation.columns)
  }

  private func heading(_ group: TabGroup, _ words: LogText) -> SafeText {
    let title = preview.state.browser.title(of: group, text: words)
    let name: SafeText = title.isEmpty ? "" : " “\(SafeText(title))”"
    return "group #\(group.id.rawValue)\(name) (\(SafeText(naming: group.color)))"
  }

  private func label(_ tab: Tab, in browser: Browser, _ words: LogText) -> SafeText {
    context.style.apply(.dim, to: "#\(tab.id.rawValue)") + " "
      + context.label(of: tab, in: browser, words)
  }

  private func sign(of thing: MergeConflict.Thing) -> SafeText {
    let (former, latter) = (preview.present.browser, preview.state.browser)
    let (was, isNow): (Bool, Bool) =
      switch thing {
      case .tab(let id): (former.tab(id) != nil, latter.tab(id) != nil)
      case .window(let id): (former.window(id) != nil, latter.window(id) != nil)
      case .group(let id): (former.group(id) != nil, latter.group(id) != nil)
      default: (true, true)
      }
    switch (was, isNow) {
    case (false, true): return context.style.apply(.green, to: "+") + " "
    case (true, false): return context.style.apply(.red, to: "-") + " "
    default: return changed.contains(thing) ? context.style.apply(.yellow, to: "~") + " " : "  "
    }
  }
}
