extension Browser {
  /// Returns a tab of a closed item, or nil if no closed item contains it.
  ///
  /// - Complexity: O(closed tabs)
  public func closedTab(_ id: TabID) -> Tab? {
    for item in closed.reversed() {
      for closed in item.tabs where closed.tab.id == id { return closed.tab }
    }
    return nil
  }

  /// Returns the tab of a window that was active before the current active tab, or nil if no other
  /// tab was active.
  ///
  /// - Complexity: O(tabs of the window)
  public func lastUsedTab(inWindow id: WindowID) -> TabID? {
    guard let window = window(id) else { return nil }
    func age(_ tab: TabID) -> UInt32 { record(tab)?.lastActive.rawValue.magnitude ?? 0 }
    let others = window.tabs.filter { $0 != window.activeTab && age($0) > 0 }
    return others.max { age($0) < age($1) }
  }
}

/// Forgotten texts: the state keeps its references to events whose texts are now empty. Selectors
/// omit everything that was forgotten from lists.
extension Browser {
  /// Returns whether the page of an entry was forgotten, in which case its URL is present and
  /// empty.
  public func isForgotten<Source: TextSource & ~Copyable>(
    _ entry: HistoryEntry, text source: borrowing Source
  ) -> Bool {
    source.text(.url, of: entry.content)?.isEmpty ?? false
  }

  /// Returns whether all pages in the history of a tab were forgotten. False for a tab without
  /// entries.
  public func isForgotten<Source: TextSource & ~Copyable>(
    _ tab: Tab, text source: borrowing Source
  ) -> Bool {
    !tab.entries.isEmpty && tab.entries.allSatisfy { isForgotten($0, text: source) }
  }

  /// Returns whether all pages of all tabs of a closed item were forgotten.
  public func isForgotten<Source: TextSource & ~Copyable>(
    _ item: ClosedItem, text source: borrowing Source
  ) -> Bool {
    item.tabs.allSatisfy { isForgotten($0.tab, text: source) }
  }

  /// Returns a closed item without its forgotten tabs, or nil if all its tabs were forgotten.
  ///
  /// To reopen the item, use its id, because positions in the item count all of its tabs.
  public func shown<Source: TextSource & ~Copyable>(
    _ item: ClosedItem, text source: borrowing Source
  ) -> ClosedItem? {
    var shown = item
    shown.tabs = []
    for closed in item.tabs where !isForgotten(closed.tab, text: source) {
      shown.tabs.append(closed)
    }
    return shown.tabs.isEmpty ? nil : shown
  }

  /// Returns a tab without its forgotten entries.
  ///
  /// If the current entry was forgotten, the nearest entry before it becomes current, otherwise the
  /// first entry after it. If all entries were forgotten, the tab has no entries and shows the
  /// start page.
  ///
  /// - Complexity: O(entries) look-ups
  public func shown<Source: TextSource & ~Copyable>(
    _ tab: Tab, text source: borrowing Source
  ) -> Tab {
    var shown = tab
    shown.entries = []
    for (position, entry) in tab.entries.enumerated() {
      if position == tab.index { shown.index = shown.entries.count }
      if !isForgotten(entry, text: source) { shown.entries.append(entry) }
    }
    guard shown.entries.count < tab.entries.count else { return tab }
    if let entry = tab.currentEntry, isForgotten(entry, text: source) {
      shown.index = max(shown.index - 1, 0)
    }
    return shown
  }
}

extension Browser {
  /// Returns the zoom of a tab: its temporary level, otherwise the level of its site, otherwise the
  /// default (Z2, Z3).
  ///
  /// - Complexity: One look-up for the URL, and ``TextSource/site(named:among:)``
  public func zoom<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> ZoomAnswer {
    let host = host(ofURL: url(of: tab, text: source)).map { String($0) }
    if tab.temporaryZoom.exists {
      return ZoomAnswer(level: tab.temporaryZoom, decider: .tab, source: .nothing, host: host)
    }
    if let host, let name = source.site(named: host, among: zoom.sites),
      let site = zoom.sites[name], site.level.exists
    {
      return ZoomAnswer(level: site.level, decider: .site, source: site.source, host: host)
    }
    return ZoomAnswer(
      level: zoom.default, decider: .default, source: zoom.defaultSource, host: host)
  }

  /// Returns the levels for zooming in and out (Z1) in ascending order: the levels in the setting,
  /// or ``ZoomLevel/ladder`` by default.
  public func zoomLadder<Source: TextSource & ~Copyable>(
    text source: borrowing Source
  ) -> [ZoomLevel] {
    guard let words = settings.value(of: .zoomLadder, text: source) else { return ZoomLevel.ladder }
    return ZoomLevel.parseLadder(words) ?? ZoomLevel.ladder
  }
}

extension ZoomLevel {
  /// Parses a ladder of levels.
  ///
  /// - Parameter words: Percentages from 25 to 500 in ascending order, separated by spaces.
  /// - Returns: The levels, or nil if the text is empty or not a list of levels.
  public static func parseLadder(_ words: String) -> [ZoomLevel]? {
    var ladder: [ZoomLevel] = []
    for word in words.utf8.split(separator: 0x20) {
      guard let percent = Int(String(decoding: word, as: UTF8.self)) else { return nil }
      let level = ZoomLevel(percent: percent)
      guard allowed.contains(level), ladder.last.map({ $0 < level }) ?? true else { return nil }
      ladder.append(level)
    }
    return ladder.isEmpty ? nil : ladder
  }
}

extension TextSource where Self: ~Copyable {
  /// Returns the site with a host by looking up the host of every site.
  ///
  /// - Complexity: O(sites) look-ups. A source that is asked often should implement this function
  ///   with an index.
  public func site(named host: String, among sites: SiteTable) -> EventID? {
    sites.named.first { text(.host, of: $0.name)?.utf8.elementsEqual(host.utf8) ?? false }?.name
  }
}

/// Returns the host of a URL, without credentials and port. The zoom of a site is stored for its
/// host (Z2).
///
/// - Parameter url: A URL as the WHATWG URL standard serialises it.
/// - Returns: The host, or nil if the URL has no host, as in `about:blank`, `data:` and `file:///`.
public func host(ofURL url: String) -> Substring? {
  let bytes = url.utf8
  guard let colon = bytes.firstIndex(of: 0x3A) else { return nil }
  let afterColon = bytes[bytes.index(after: colon)...]
  guard afterColon.starts(with: [0x2F, 0x2F]) else { return nil }
  var authority = afterColon.dropFirst(2)
  authority = authority.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
  if let at = authority.lastIndex(of: 0x40) { authority = authority[bytes.index(after: at)...] }
  let bracket = authority.lastIndex(of: 0x5D) ?? authority.startIndex
  if let port = authority[bracket...].firstIndex(of: 0x3A) { authority = authority[..<port] }
  return authority.isEmpty ? nil : Substring(authority)
}

/// Selectors that look up texts. Each selector makes one or two look-ups in the source, unless
/// documented otherwise.
extension Browser {
  /// Returns the URL of an entry, or the start page if the tab was opened without an address or the
  /// entry was forgotten.
  public func url<Source: TextSource & ~Copyable>(
    of entry: HistoryEntry, text source: borrowing Source
  ) -> String {
    let url = source.text(.url, of: entry.content) ?? ""
    return url.isEmpty ? Destination.startPage : url
  }

  /// Returns the title of an entry, or an empty string if the title is unknown.
  public func title<Source: TextSource & ~Copyable>(
    of entry: HistoryEntry, text source: borrowing Source
  ) -> String {
    entry.title.exists ? source.text(.title, of: entry.title) ?? "" : ""
  }

  /// Returns the URL that a tab shows.
  ///
  /// If the current entry was forgotten, this is the URL of the entry that becomes current in
  /// ``shown(_:text:)``. A tab without entries shows the start page.
  public func url<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> String {
    guard let entry = tab.currentEntry else { return Destination.startPage }
    guard let url = source.text(.url, of: entry.content) else { return Destination.startPage }
    if !url.isEmpty { return url }
    let shown = shown(tab, text: source)
    return shown.currentEntry.map { self.url(of: $0, text: source) } ?? Destination.startPage
  }

  /// Returns the URL that a tab shows. The tab's history is copied only if the page was forgotten.
  func url<Source: TextSource & ~Copyable>(
    of tab: TabRecord, text source: borrowing Source
  ) -> String {
    guard let entry = currentEntry(of: tab), let url = source.text(.url, of: entry.content) else {
      return Destination.startPage
    }
    if !url.isEmpty { return url }
    return self.tab(tab.id).map { self.url(of: $0, text: source) } ?? Destination.startPage
  }

  /// Returns the title that a tab shows, or an empty string if the title is unknown.
  public func title<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> String {
    guard let entry = tab.currentEntry else { return "" }
    let title = title(of: entry, text: source)
    guard title.isEmpty, isForgotten(entry, text: source) else { return title }
    return shown(tab, text: source).currentEntry.map { self.title(of: $0, text: source) } ?? ""
  }

  /// Returns the requested URL if the server redirected (H4), otherwise the URL of the entry.
  public func requestedURL<Source: TextSource & ~Copyable>(
    of entry: HistoryEntry, text source: borrowing Source
  ) -> String {
    if let chain = source.text(.redirects, of: entry.content), !chain.isEmpty {
      return firstLine(of: chain)
    }
    return url(of: entry, text: source)
  }

  /// Returns the text of the address field (A4): the target of a load that the user started,
  /// otherwise the search terms, otherwise the URL. The text is empty on the start page.
  ///
  /// A target that a page chose is shown only when the navigation commits. A target that the user
  /// typed into a fresh tab is still shown if the load ends without a page.
  public func address<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> String {
    let content = addressContent(of: tab, text: source)
    if let words = source.text(.searchWords, of: content), !words.isEmpty { return words }
    let url = source.text(.url, of: content) ?? Destination.startPage
    if url.isEmpty, tab.pending == nil, let entry = shown(tab, text: source).currentEntry {
      return address(of: entry, text: source)
    }
    return Destination.isStartPage(url) ? "" : url
  }

  /// Returns the text of the address field for one entry, ignoring loads.
  private func address<Source: TextSource & ~Copyable>(
    of entry: HistoryEntry, text source: borrowing Source
  ) -> String {
    if let words = source.text(.searchWords, of: entry.content), !words.isEmpty { return words }
    let url = url(of: entry, text: source)
    return Destination.isStartPage(url) ? "" : url
  }

  /// Returns the event with the URL or the search terms that the address field shows.
  private func addressContent<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> EventID {
    if let first = firstTarget(of: tab, text: source) { return first }
    let load = tab.pendingEntry == nil ? tab.pending : nil
    let isChosenByPage = load.flatMap { source.transition(of: $0) }?.isByPage ?? false
    return (isChosenByPage ? tab.currentEntry?.content : wantedContent(of: tab)) ?? .nothing
  }

  /// Returns the load that the user started in a tab that has shown only the start page, or nil if
  /// there is none. The load may already have ended.
  func firstTarget<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> EventID? {
    let event = tab.pending ?? tab.wanted
    guard tab.entries.count == 1, event.exists, event != tab.currentEntry?.content,
      tab.pendingEntry == nil,
      let transition = source.transition(of: event), !transition.isByPage,
      Destination.isStartPage(url(of: tab, text: source))
    else { return nil }
    return event
  }

  /// Returns whether a tab is untouched: it has shown only the start page, and the user has
  /// requested no other page in it. Such a tab is not listed when it closes (T4). A pinned tab
  /// never counts as untouched, as in recordings of Chromium.
  func isUntouched<Source: TextSource & ~Copyable>(
    _ id: TabID, text source: borrowing Source
  ) -> Bool {
    guard let record = record(id), record.history.count == 1, !record.isPinned,
      Destination.isStartPage(url(of: record, text: source)), let tab = tab(id)
    else { return false }
    return firstTarget(of: tab, text: source) == nil
  }

  /// Returns the event with the URL that an engine should show in a tab: the pending load,
  /// the target of the pending travel, or the current entry.
  ///
  /// - Returns: The event, or nil for a tab without entries.
  public func wantedContent(of tab: Tab) -> EventID? {
    guard let pending = tab.pending else { return tab.currentEntry?.content }
    guard let entry = tab.pendingEntry else { return pending }
    return tab.entries.index(ofEntry: entry).map { tab.entries[$0].content }
  }

  /// Returns the name of a window, or an empty string if it has none.
  public func title<Source: TextSource & ~Copyable>(
    of window: Window, text source: borrowing Source
  ) -> String {
    window.title.exists ? source.text(.title, of: window.title) ?? "" : ""
  }

  /// Returns the title of a group, or an empty string if it has none.
  public func title<Source: TextSource & ~Copyable>(
    of group: TabGroup, text source: borrowing Source
  ) -> String {
    group.title.exists ? source.text(.title, of: group.title) ?? "" : ""
  }

  /// Returns the part of a text before its first line feed.
  private func firstLine(of text: String) -> String {
    String(decoding: text.utf8.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}

extension Browser {
  /// Returns the differences between this state and another.
  ///
  /// The states can be from any moments and branches, in either order. Changes of windows come
  /// first, then changes of tabs with their histories, of groups, closed items, zoom, settings and custom
  /// values:
  ///
  /// ```swift
  /// var opened: [TabID] = []
  /// for case .tab(let tab, .opened) in before.changes(to: after) { opened.append(tab) }
  /// ```
  ///
  /// References are compared, not texts: if two events contain the same text, they still count as
  /// different. Some properties are not compared because they serve the fold or a front end:
  /// ``sequence``, ``Tab/wanted``, ``Tab/lastActive``, ``Tab/kept``, ``Window/lastFocused``, opener
  /// groups, the sharing of documents by entries, the event that set a zoom, and ``health``.
  ///
  /// - Returns: The differences, or an empty list if there are none.
  /// - Complexity: O(size of both states), and O(n log n) for n tabs that were shuffled
  public func changes(to other: Browser) -> [Change] {
    var comparison = Comparison(from: self, to: other)
    comparison.compareWindows()
    comparison.compareTabs()
    comparison.compareGroups()
    comparison.compareClosed()
    comparison.compareZoom()
    comparison.changes += settings.changes(to: other.settings)
    comparison.compareValues()
    return comparison.changes
  }
}

extension Browser {
  /// Returns whether the state contains the subject of an event. This is always true for the
  /// default zoom and for settings, and always false for bookmarks, which are in the ``Library``.
  ///
  /// - Complexity: O(1); for an entry O(entries of the tab), for a closed item O(entries of
  ///   all closed tabs)
  public func contains(_ subject: Subject) -> Bool {
    switch subject {
    case .window(let id): windowTable.contains(id)
    case .tab(let id): tabTable.contains(id)
    case .entry(let id, let tab): contains(entry: id, in: tab)
    case .group(let id): groupTable.contains(id)
    case .closedItem(let id): closed.contains { $0.id == id }
    case .bookmark: false
    case .site(let name): zoom.sites[name] != nil
    case .defaultZoom, .setting: true
    }
  }

  private func contains(entry id: EventID, in tab: TabID) -> Bool {
    let slot = tabTable.slot(of: tab)
    guard slot >= 0 else { return false }
    let history = tabTable[slot].history
    return entryStore.contains(in: history) { $0.id.event == id || $0.content == id }
  }
}
