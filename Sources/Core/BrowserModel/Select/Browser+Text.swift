/// Selectors that resolve words through a text source. Each costs one or two look-ups in the log.
extension Browser {
  /// The URL that an entry shows. A tab that was opened without an address shows the start page, and
  /// so does an entry that was forgotten.
  public func url<Source: TextSource & ~Copyable>(
    of row: Row, text source: borrowing Source
  ) -> String {
    let url = source.text(.url, of: row.content) ?? ""
    return url.isEmpty ? Destination.startPage : url
  }

  /// The title of an entry, empty while none is known.
  public func title<Source: TextSource & ~Copyable>(
    of row: Row, text source: borrowing Source
  ) -> String {
    row.title.exists ? source.text(.title, of: row.title) ?? "" : ""
  }

  /// The URL that a tab shows. A tab without rows shows the start page.
  public func url<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> String {
    guard let row = tab.row else { return Destination.startPage }
    guard let url = source.text(.url, of: row.content) else { return Destination.startPage }
    if !url.isEmpty { return url }
    let shown = shown(tab, text: source)
    return shown.row.map { self.url(of: $0, text: source) } ?? Destination.startPage
  }

  /// The same for a tab as the fold keeps it: without a copy of its history, unless the page was
  /// forgotten.
  func url<Source: TextSource & ~Copyable>(
    of tab: TabRecord, text source: borrowing Source
  ) -> String {
    guard let row = row(of: tab), let url = source.text(.url, of: row.content) else {
      return Destination.startPage
    }
    if !url.isEmpty { return url }
    return self.tab(tab.id).map { self.url(of: $0, text: source) } ?? Destination.startPage
  }

  public func title<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> String {
    guard let row = tab.row else { return "" }
    let title = title(of: row, text: source)
    guard title.isEmpty, isForgotten(row, text: source) else { return title }
    return shown(tab, text: source).row.map { self.title(of: $0, text: source) } ?? ""
  }

  /// The URL that was asked for, where a redirect led elsewhere (H4); else the one that is shown.
  public func requestedURL<Source: TextSource & ~Copyable>(
    of row: Row, text source: borrowing Source
  ) -> String {
    if let chain = source.text(.redirects, of: row.content), !chain.isEmpty {
      return firstLine(of: chain)
    }
    return url(of: row, text: source)
  }

  /// What the address field shows (A4): the target of a load that the user started, the words of a
  /// search, or the URL. The start page shows nothing. A target that a page chose is shown when it is
  /// there; one that the user typed into a fresh tab stays when the load ends without a page.
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

  private func address<Source: TextSource & ~Copyable>(
    of row: Row, text source: borrowing Source
  ) -> String {
    if let words = source.text(.searchWords, of: row.content), !words.isEmpty { return words }
    let url = url(of: row, text: source)
    return url == Destination.startPage ? "" : url
  }

  /// The event that says what the address field shows.
  private func addressContent<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> EventID {
    if let first = firstTarget(of: tab, text: source) { return first }
    let isChosenByPage =
      tab.pending.exists && !tab.pendingEntry.exists
      && source.transition(of: tab.pending)?.isByPage ?? false
    return isChosenByPage ? tab.row?.content ?? .nothing : wantedContent(of: tab)
  }

  /// The load that the user started in a tab that has shown nothing but the start page, whether or not
  /// it goes on; nil where there is none.
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

  /// Whether a tab has shown nothing but the start page, and the user asked it for nothing else (T4); one
  /// that is pinned was meant to stay (as Chromium's traces show).
  func isUntouched<Source: TextSource & ~Copyable>(
    _ id: EventID, text source: borrowing Source
  ) -> Bool {
    guard let record = record(id), record.history.count == 1, !record.isPinned,
      url(of: record, text: source) == Destination.startPage, let tab = tab(id)
    else { return false }
    return firstTarget(of: tab, text: source) == nil
  }

  /// The event that says the URL an engine should show in a tab: the pending load or travel, else
  /// the current entry's content; nothing for a tab without rows.
  public func wantedContent(of tab: Tab) -> EventID {
    guard tab.pending.exists else { return tab.row?.content ?? .nothing }
    guard tab.pendingEntry.exists else { return tab.pending }
    guard let index = tab.rows.index(ofEntry: tab.pendingEntry) else { return .nothing }
    return tab.rows[index].content
  }

  /// The title of a group, empty when it has none.
  public func title<Source: TextSource & ~Copyable>(
    of group: TabGroup, text source: borrowing Source
  ) -> String {
    group.title.exists ? source.text(.title, of: group.title) ?? "" : ""
  }

  /// A setting's value in words, or nil where the default stands.
  public func value<Source: TextSource & ~Copyable>(
    of setting: Settings.Name, text source: borrowing Source
  ) -> String? {
    let event = settings.source(of: setting)
    guard event.exists, let value = source.text(.value, of: event) else { return nil }
    // A value that was forgotten is there and empty.
    return value.isEmpty ? nil : value
  }

  private func firstLine(of text: String) -> String {
    String(decoding: text.utf8.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
