package import BrowserModel
internal import CommandKit
package import RetraceStore

/// The differences between two states, with the text that describes them.
///
/// Changes without a visible difference, because two events contain the same text, are omitted.
package struct Difference {
  let former: Browser
  let latter: Browser
  let previousBookmarks: Bookmarks
  let latterBookmarks: Bookmarks
  let words: LogText
  private(set) var changes: [Change] = []
  /// The changed zooms, by host. On different branches, different events may have been the first to
  /// name the same host.
  private(set) var sites: [SiteZoom] = []

  struct SiteZoom {
    let host: String
    var from: ZoomLevel
    var to: ZoomLevel
  }

  package init(from former: ProfileState, to latter: ProfileState, _ words: LogText) {
    self.init(former.changes(to: latter), from: former, to: latter, words)
  }

  /// Creates the differences from changes that were already computed.
  package init(
    _ found: [Change], from former: ProfileState, to latter: ProfileState, _ words: LogText
  ) {
    self.former = former.browser
    self.latter = latter.browser
    previousBookmarks = former.library.bookmarks
    latterBookmarks = latter.library.bookmarks
    self.words = words
    for change in found {
      if case .siteZoom(let name, let from, let to) = change {
        add(SiteZoom(host: host(name), from: from, to: to))
      } else if isVisible(change) {
        changes.append(change)
      }
    }
    sites.removeAll { $0.from == $0.to }
  }

  var isEmpty: Bool { changes.isEmpty && sites.isEmpty }

  private mutating func add(_ site: SiteZoom) {
    guard let position = sites.firstIndex(where: { $0.host == site.host }) else {
      sites.append(site)
      return
    }
    if site.from.exists { sites[position].from = site.from }
    if site.to.exists { sites[position].to = site.to }
  }

  private func host(_ name: EventID) -> String {
    words.text(.host, of: name) ?? "#\(name.rawValue)"
  }

  private func isVisible(_ change: Change) -> Bool {
    switch change {
    case .entry(_, _, .title(let from, let to)): title(from) != title(to)
    case .entry(_, _, .picture(let from, let to)): text(.blob, from) != text(.blob, to)
    case .group(_, .title(let from, let to)): title(from) != title(to)
    case .bookmark(_, .title(let from, let to)): title(from) != title(to)
    case .bookmark(_, .url(let from, let to)): text(.url, from) != text(.url, to)
    case .bookmark(_, .tags(let from, let to)): text(.tags, from) != text(.tags, to)
    case .bookmark(_, .keyword(let from, let to)): text(.keyword, from) != text(.keyword, to)
    case .bookmark(_, .note(let from, let to)): text(.note, from) != text(.note, to)
    case .setting(let name, let from, let to): value(name, from) != value(name, to)
    case .value(_, let from, let to): value(setBy: from)?.bytes != value(setBy: to)?.bytes
    default: true
    }
  }

  // MARK: Words

  /// Returns the text of an event, or empty if there is none.
  func text(_ field: TextField, _ event: EventID) -> String {
    event.exists ? words.text(field, of: event) ?? "" : ""
  }

  func title(_ event: EventID) -> String { text(.title, event) }

  /// Returns the URL of an event. A tab that was opened without a URL shows the start page.
  func url(_ event: EventID) -> String {
    event.exists ? words.text(.url, of: event) ?? Destination.startPage : ""
  }

  /// Returns the tags of an event, in their original order.
  func tags(_ event: EventID) -> [String] {
    text(.tags, event).split(separator: "\n").map(String.init)
  }

  func value(_ name: Settings.Name, _ event: EventID) -> String {
    event.exists ? text(.value, event) : SettingText.standard(name)
  }

  /// Returns the custom value that an event set, or nil for `nothing` and for a forgotten value.
  func value(setBy event: EventID) -> CustomValue? {
    event.exists ? words.value(setBy: event) : nil
  }

  // MARK: Things

  /// Returns a tab in the second state, or in the first state if the second state does not contain
  /// it.
  func tab(_ id: TabID) -> Tab? { latter.tab(id) ?? former.tab(id) }

  func group(_ id: GroupID) -> TabGroup? { latter.group(id) ?? former.group(id) }

  func bookmark(_ id: BookmarkID) -> Bookmark? { latterBookmarks[id] ?? previousBookmarks[id] }

  func closedItem(_ id: ClosedItemID) -> ClosedItem? {
    latter.closed.last { $0.id == id } ?? former.closed.last { $0.id == id }
  }

  /// Returns an entry of a tab in the second state, or in the first state if the second state does
  /// not contain it.
  func row(_ entry: EntryID, of tab: TabID) -> HistoryEntry? {
    latter.tab(tab)?.entries.last { $0.id == entry }
      ?? former.tab(tab)?.entries.last { $0.id == entry }
  }
}

extension Difference {
  /// Returns a table with one line for each difference: a sign and a sentence.
  func table(_ style: Style) -> Table {
    var table = Table([.left, .left])
    for line in lines {
      let name = style.apply(.dim, to: line.name)
      table.add([
        Self.sign(line.sign, style),
        [line.sentence, name].filter { !$0.isEmpty }.joined(separator: "  "),
      ])
    }
    return table
  }

  private static func sign(_ sign: DifferenceLine.Sign, _ style: Style) -> SafeText {
    switch sign {
    case .came: style.apply(.green, to: "+")
    case .went: style.apply(.red, to: "-")
    case .changed: style.apply(.yellow, to: "~")
    }
  }
}
