import BrowserModel

extension Change {
  /// The name of the kind of change.
  var kindName: String {
    switch self {
    case .window(_, let change): "window \(change.name)"
    case .focus: "focus"
    case .tab(_, let change): "tab \(change.name)"
    case .entry(_, _, let change): "entry \(change.name)"
    case .group(_, let change): "group \(change.name)"
    case .closed(_, let change): "closed \(change.name)"
    case .bookmark(_, let change): "bookmark \(change.name)"
    case .defaultZoom: "default zoom"
    case .siteZoom: "site zoom"
    case .setting: "setting"
    case .value: "value"
    }
  }

  static let kindNames =
    ["focus", "default zoom", "site zoom", "setting", "value"]
    + ["opened", "closed", "moved", "placed", "shown", "selected", "title"].map { "window \($0)" }
    + [
      "opened", "closed", "moved", "pinned", "muted", "grouped", "opener", "current", "pending",
      "status", "temporaryZoom",
    ].map { "tab \($0)" }
    + ["gained", "lost", "page", "title", "scroll", "picture", "marks"].map { "entry \($0)" }
    + ["made", "gone", "title", "color", "collapsed"].map { "group \($0)" }
    + ["gained", "lost", "changed"].map { "closed \($0)" }
    + ["added", "removed", "moved", "title", "url", "tags", "keyword", "note"].map {
      "bookmark \($0)"
    }
}

extension WindowChange: NamedChange {}

extension TabChange: NamedChange {}

extension EntryChange: NamedChange {}

extension GroupChange: NamedChange {}

extension ClosedChange: NamedChange {}

extension BookmarkChange: NamedChange {}
