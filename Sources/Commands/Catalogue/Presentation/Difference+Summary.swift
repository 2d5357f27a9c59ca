internal import BrowserModel
internal import CommandKit
internal import Notation

extension Difference {
  /// Counts the differences.
  /// - Complexity: O(changes).
  var stat: DifferenceStat {
    var stat = DifferenceStat()
    var windows: Set<WindowID> = []
    var tabs: Set<TabID> = []
    var groups: Set<GroupID> = []
    var bookmarks: Set<BookmarkID> = []
    for change in changes {
      switch change {
      case .window(_, .opened): stat.windows.added += 1
      case .window(_, .closed): stat.windows.removed += 1
      case .window(let id, _): windows.insert(id)
      case .tab(_, .opened): stat.tabs.added += 1
      case .tab(_, .closed): stat.tabs.removed += 1
      case .tab(let id, _), .entry(_, let id, _): tabs.insert(id)
      case .group(_, .made): stat.groups.added += 1
      case .group(_, .gone): stat.groups.removed += 1
      case .group(let id, _): groups.insert(id)
      case .bookmark(_, .added): stat.bookmarks.added += 1
      case .bookmark(_, .removed): stat.bookmarks.removed += 1
      case .bookmark(let id, _): bookmarks.insert(id)
      case .defaultZoom: stat.sites.changed += 1
      case .setting: stat.settings.changed += 1
      case .value(_, let from, let to):
        if value(setBy: from) == nil {
          stat.values.added += 1
        } else if value(setBy: to) == nil {
          stat.values.removed += 1
        } else {
          stat.values.changed += 1
        }
      case .focus, .closed, .siteZoom: break
      }
    }
    stat.windows.changed = windows.count
    stat.tabs.changed = tabs.count
    stat.groups.changed = groups.count
    stat.bookmarks.changed = bookmarks.count
    stat.sites.changed += sites.count
    return stat
  }

  /// Returns the differences, one per line, after a summary if there are more than a few.
  func summarised(in context: CommandContext) -> SafeText {
    let lines = table(context.style).lines(width: context.presentation.columns)
    let text = lines.map { $0 + "\n" }.joined()
    guard lines.count > Self.unsummarisedLines else { return text }
    return context.style.apply(.bold, to: summary()) + "\n" + text
  }

  /// The maximum number of lines shown without a summary.
  static var unsummarisedLines: Int { 5 }

  /// Returns a summary such as “410 tabs opened, 236 closed; 3 windows opened”.
  ///
  /// - Parameter opened: The word for tabs and windows that were added. It is “back” if they
  ///   existed before.
  func summary(opened: SafeText = "opened") -> SafeText {
    let stat = stat
    let parts = [
      phrase(stat.tabs, "tab", [opened, "closed"]),
      phrase(stat.windows, "window", [opened, "closed"]),
      phrase(stat.groups, "group", ["added", "removed"]),
      phrase(stat.bookmarks, "bookmark", ["added", "removed"]),
      phrase(stat.sites, "zoom", ["", ""]),
      phrase(stat.settings, "setting", ["", ""]),
      phrase(stat.values, "value", ["added", "removed"]),
    ].filter { !$0.isEmpty }
    return parts.isEmpty
      ? .counted(lines.count, "other thing") + " changed" : parts.joined(separator: "; ")
  }

  /// Returns the part of a summary about one kind of things: “410 tabs opened, 236 closed, 1
  /// changed”.
  private func phrase(
    _ counts: DifferenceStat.Counts, _ noun: String, _ verbs: [SafeText]
  ) -> SafeText {
    var parts: [SafeText] = []
    for (count, verb) in zip(
      [counts.added, counts.removed, counts.changed], verbs + ["changed"]) where count > 0
    {
      let number: SafeText =
        parts.isEmpty ? .counted(count, noun) : SafeText(count.grouped)
      parts.append("\(number) \(verb)")
    }
    return parts.joined(separator: ", ")
  }
}
