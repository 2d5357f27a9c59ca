/// Selectors that look up texts. Each costs one or two look-ups in the source, unless it
/// says otherwise.
extension Browser {
  /// Returns the URL of an entry: the start page for a tab that was opened without an
  /// address, and for an entry that was forgotten.
  public func url<Source: TextSource & ~Copyable>(
    of row: Row, text source: borrowing Source
  ) -> String {
    let url = source.text(.url, of: row.content) ?? ""
    return url.isEmpty ? Destination.startPage : url
  }

  /// Returns the title of an entry; empty while none is known.
  public func title<Source: TextSource & ~Copyable>(
    of row: Row, text source: borrowing Source
  ) -> String {
    row.title.exists ? source.text(.title, of: row.title) ?? "" : ""
  }

  /// Returns the URL that a tab shows.
  ///
  /// If the current entry was forgotten, this is the URL of the entry that
  /// ``shown(_:text:)`` puts in its place. A tab without entries shows the start page.
  public func url<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> String {
    guard let row = tab.row else { return Destination.startPage }
    guard let url = source.text(.url, of: row.content) else { return Destination.startPage }
    if !url.isEmpty { return url }
    let shown = shown(tab, text: source)
    return shown.row.map { self.url(of: $0, text: source) } ?? Destination.startPage
  }

  /// Returns the same for a tab as the fold stores it. Its history is copied only if the
  /// page was forgotten.
  func url<Source: TextSource & ~Copyable>(
    of tab: TabRecord, text source: borrowing Source
  ) -> String {
    guard let row = row(of: tab), let url = source.text(.url, of: row.content) else {
      return Destination.startPage
    }
    if !url.isEmpty { return url }
    return self.tab(tab.id).map { self.url(of: $0, text: source) } ?? Destination.startPage
  }

  /// Returns the title that a tab shows; empty while none is known.
  public func title<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> String {
    guard let row = tab.row else { return "" }
    let title = title(of: row, text: source)
    guard title.isEmpty, isForgotten(row, text: source) else { return title }
    return shown(tab, text: source).row.map { self.title(of: $0, text: source) } ?? ""
  }

  /// Returns the URL that was asked for, if the server redirected (H4); else the URL of the
  /// entry.
  public func requestedURL<Source: TextSource & ~Copyable>(
    of row: Row, text source: borrowing Source
  ) -> String {
    if let chain = source.text(.redirects, of: row.content), !chain.isEmpty {
      return firstLine(of: chain)
    }
    return url(of: row, text: source)
  }

  /// Returns what the address field shows (A4): the target of a load that the user started,
  /// else the words of a search, else the URL. It is empty on the start page.
  ///
  /// A target that a page chose is shown only once it commits. One that the user typed into
  /// a fresh tab stays if the load ends without a page.
  public func address<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> String {
    let content = addressContent(of: tab, text: source)
    if let words = source.text(.searchWords, of: content), !words.isEmpty { return words }
    let url = source.text(.url, of: content) ?? Destination.startPage
    if url.isEmpty, !tab.pending.exists, let row = shown(tab, text: source).row {
      return address(of: row, text: source)
    }
    return url == Destination.startPage ? "" : url
  }

  /// The same for one entry, without regard to loads.
  private func address<Source: TextSource & ~Copyable>(
    of row: Row, text source: borrowing Source
  ) -> String {
    if let words = source.text(.searchWords, of: row.content), !words.isEmpty { return words }
    let url = url(of: row, text: source)
    return url == Destination.startPage ? "" : url
  }

  /// The event that has the URL or the words that the address field shows.
  private func addressContent<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> EventID {
    if let first = firstTarget(of: tab, text: source) { return first }
    let isChosenByPage =
      tab.pending.exists && !tab.pendingEntry.exists
      && source.transition(of: tab.pending)?.isByPage ?? false
    return isChosenByPage ? tab.row?.content ?? .nothing : wantedContent(of: tab)
  }

  /// Returns the load that the user started in a tab that has shown nothing but the start
  /// page, whether it still goes on or not; nil if there is none.
  func firstTarget<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> EventID? {
    let event = tab.pending.exists ? tab.pending : tab.wanted
    guard tab.rows.count == 1, event.exists, event != tab.row?.content, !tab.pendingEntry.exists,
      let transition = source.transition(of: event), !transition.isByPage,
      url(of: tab, text: source) == Destination.startPage
    else { return nil }
    return event
  }

  /// Returns whether a tab has shown nothing but the start page, and the user asked for
  /// nothing else in it. Such a tab is not listed when it closes (T4). A pinned tab never
  /// is one, as recordings of Chromium show.
  func isUntouched<Source: TextSource & ~Copyable>(
    _ id: EventID, text source: borrowing Source
  ) -> Bool {
    guard let record = record(id), record.history.count == 1, !record.isPinned,
      url(of: record, text: source) == Destination.startPage, let tab = tab(id)
    else { return false }
    return firstTarget(of: tab, text: source) == nil
  }

  /// Returns the event with the URL that an engine should show in a tab: the pending load,
  /// the target of the pending travel, or the current entry.
  ///
  /// - Returns: ``EventID/nothing`` for a tab without entries.
  public func wantedContent(of tab: Tab) -> EventID {
    guard tab.pending.exists else { return tab.row?.content ?? .nothing }
    guard tab.pendingEntry.exists else { return tab.pending }
    guard let index = tab.rows.index(ofEntry: tab.pendingEntry) else { return .nothing }
    return tab.rows[index].content
  }

  /// Returns the title of a group; empty if it has none.
  public func title<Source: TextSource & ~Copyable>(
    of group: TabGroup, text source: borrowing Source
  ) -> String {
    group.title.exists ? source.text(.title, of: group.title) ?? "" : ""
  }

  /// Returns the value of a setting in words; nil if it has its default, or its value was
  /// forgotten.
  public func value<Source: TextSource & ~Copyable>(
    of setting: Settings.Name, text source: borrowing Source
  ) -> String? {
    let event = settings.source(of: setting)
    guard event.exists, let value = source.text(.value, of: event) else { return nil }
    // A value that was forgotten is there and empty.
    return value.isEmpty ? nil : value
  }

  /// The text up to its first line feed.
  private func firstLine(of text: String) -> String {
    String(decoding: text.utf8.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
