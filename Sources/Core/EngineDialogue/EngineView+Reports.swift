internal import BrowserModel

/// The evaluation of a view's reports, and the actions that make the model follow the view.
extension EngineView {
  /// Applies a report and plans the actions that make the model follow the view.
  ///
  /// - Returns: The reason why the report is dropped, or nil.
  mutating func receive<Source: TextSource & ~Copyable>(
    _ report: EngineReport, _ tab: Tab, into plan: inout ModelUpdate,
    text source: borrowing Source
  ) -> ReportAnswer.Reason? {
    switch report.news {
    case .titled(let id, let title):
      // The report identifies its item, so it is never too late.
      let content = content(of: id)
      guard let entry = tab.entries.last(where: { $0.content == content }) else {
        return .noEntry
      }
      let known = entry.title.exists ? source.text(.title, of: entry.title) : nil
      if title != known ?? "" { plan.append(.reportTitle(tab.id, content: content, title)) }
      return nil
    case .scrolled(let id, let x, let y):
      let content = content(of: id)
      guard tab.entries.contains(where: { $0.content == content }) else { return .noEntry }
      plan.append(.reportScroll(tab.id, content: content, x: x, y: y))
      return nil
    default:
      guard report.command >= newestCommand else { return .late }
      guard tab.wanted == answered, tab.pending == nil || tab.pending == pending else {
        return .overtaken
      }
      return receiveProgress(report.news, tab, into: &plan, text: source)
    }
  }

  /// Applies a report about a load or the list.
  private mutating func receiveProgress<Source: TextSource & ~Copyable>(
    _ news: EngineReport.ViewEvent, _ tab: Tab, into plan: inout ModelUpdate,
    text source: borrowing Source
  ) -> ReportAnswer.Reason? {
    switch news {
    case .started(let url, let isByPage): start(url, isByPage: isByPage, tab, into: &plan)
    case .redirected(let url): redirects.append(url)
    case .committed(let list, let hasActivation):
      return receiveList(
        list, .committed(hasActivation: hasActivation), tab, into: &plan, text: source)
    case .changedInPlace(let list, let hasActivation):
      return receiveList(
        list, .changedInPlace(hasActivation: hasActivation), tab, into: &plan, text: source)
    case .failed(let reason, let list):
      return receiveList(list, .failed(reason), tab, into: &plan, text: source)
    case .finished(let list):
      return receiveList(list, .finished, tab, into: &plan, text: source)
    case .titled, .scrolled, .gone: break
    }
    return nil
  }

  /// Records a load that began. A load that the page began supersedes anything in progress (H10).
  private mutating func start(
    _ url: String, isByPage: Bool, _ tab: Tab, into plan: inout ModelUpdate
  ) {
    isBusy = true
    redirects = []
    requestedByPage = isByPage ? url : nil
    guard isByPage else { return }
    inFlight = .nothing
    if tab.pendingEntry != nil { plan.append(.stop(tab.id)) }
    plan.append(.startLoad(tab.id, Destination(url, transition: .link)))
  }

  /// The kind of a report that contains a list.
  private enum Kind: Equatable {
    case committed(hasActivation: Bool)
    case changedInPlace(hasActivation: Bool)
    case failed(String)
    case finished

    /// Whether the user had interacted with the previous page.
    var hasActivation: Bool {
      switch self {
      case .committed(let hasActivation), .changedInPlace(let hasActivation): hasActivation
      case .failed, .finished: true
      }
    }

    var isInPlace: Bool { if case .changedInPlace = self { true } else { false } }
  }

  /// Applies a list: the outcome of the last order, the page's own changes, and the end of the
  /// load.
  private mutating func receiveList<Source: TextSource & ~Copyable>(
    _ list: EngineList, _ kind: Kind, _ tab: Tab, into plan: inout ModelUpdate,
    text source: borrowing Source
  ) -> ReportAnswer.Reason? {
    guard list.items.indices.contains(list.index) else { return .malformed }
    receive(list)
    let isPagesTurn: Bool
    switch inFlight {
    case .nothing: isPagesTurn = true
    case .load(let event):
      isPagesTurn = receiveLoad(event, kind, tab, into: &plan, text: source)
    case .entry(let content): isPagesTurn = receiveEntry(content, kind, tab, into: &plan)
    case .reload:
      // In the meantime, the page may have navigated within its document.
      isPagesTurn = true
      if kind.isInPlace { break }
      inFlight = .nothing
      arrive(at: shown, kind, tab, into: &plan)
    }
    if isPagesTurn { followPage(kind, into: &plan, text: source) }
    if !isOutOfSync { end(kind, tab, into: &plan) }
    return nil
  }

  /// Checks whether the page that the view was ordered to load has arrived.
  ///
  /// - Returns: Whether any remaining differences of the list were caused by the page.
  private mutating func receiveLoad<Source: TextSource & ~Copyable>(
    _ event: EventID, _ kind: Kind, _ tab: Tab, into plan: inout ModelUpdate,
    text source: borrowing Source
  ) -> Bool {
    let url = Self.url(of: event, text: source)
    let item = items[index]
    let isFound: Bool
    switch kind {
    case .committed: isFound = requestedByPage == nil
    case .finished: isFound = requestedByPage == nil && (!item.content.exists || item.url == url)
    case .changedInPlace, .failed: isFound = !item.content.exists && item.url == url
    }
    if kind == .finished { inFlight = .nothing }
    // While the model is ahead, changes by the previous page are reported with the next list.
    guard isFound else { return !kind.isInPlace || tab.currentEntry?.content != event }
    inFlight = .nothing
    let chain = item.url == url ? [] : chain(to: item.url)
    if tab.pending == event, item.content.exists {
      // The engine treated the load as a reload of the current page.
      plan.append(.reload(tab.id, isLoading: true))
      return true
    }
    if tab.pending == event {
      plan.append(.commitLoad(tab.id, redirectedTo: chain), item: item.id)
    } else {
      // The model had already created an entry for the load.
      let isCurrent = tab.currentEntry?.content == event
      if isCurrent || chain.isEmpty { bind(item.id, to: event) }
      guard isCurrent, !chain.isEmpty else { return true }
      let following = Following(.replace, isLoading: kind != .finished, redirects: chain)
      plan.follow(Destination(url, transition: .typed), following, item: item.id)
    }
    return false
  }

  /// Checks whether the view shows the entry that it was ordered to show.
  ///
  /// - Returns: Whether any remaining differences of the list were caused by the page.
  private mutating func receiveEntry(
    _ content: EventID, _ kind: Kind, _ tab: Tab, into plan: inout ModelUpdate
  ) -> Bool {
    if shown == content {
      inFlight = .nothing
      arrive(at: content, kind, tab, into: &plan)
      return true
    }
    switch kind {
    case .committed where requestedByPage == nil && !shown.exists,
      .finished where requestedByPage == nil && !shown.exists:
      // The entry has arrived, but the server or the page has changed its URL.
      inFlight = .nothing
      arrive(at: content, kind, tab, into: &plan)
      return true
    case .committed where requestedByPage == nil, .finished where requestedByPage == nil:
      inFlight = .nothing
      isOutOfSync = repairs < Self.repairLimit
      return !isOutOfSync
    case .failed, .finished:
      inFlight = .nothing
      return true
    case .committed: return true
    // While the model is ahead, changes by the previous page are reported with the next list.
    case .changedInPlace: return tab.currentEntry?.content != content
    }
  }

  /// Plans the action that records that a requested entry of the model is shown.
  private func arrive(
    at content: EventID, _ kind: Kind, _ tab: Tab, into plan: inout ModelUpdate
  ) {
    if let entry = tab.pendingEntry,
      tab.entries.contains(where: { $0.id == entry && $0.content == content })
    {
      plan.arrive(at: content)
      if kind.isInPlace { plan.append(.finishLoad(tab.id)) }
    } else if tab.status == .discarded {
      plan.append(.reload(tab.id, isLoading: true))
    }
  }

  /// Plans the end of a load in the model.
  private mutating func end(_ kind: Kind, _ tab: Tab, into plan: inout ModelUpdate) {
    switch kind {
    case .changedInPlace: return
    case .committed:
      // The page reloaded itself.
      if plan.isEmpty, tab.pending != nil, tab.pendingEntry == nil {
        plan.append(.reload(tab.id, isLoading: true))
      }
    case .failed(let reason):
      inFlight = .nothing
      isBusy = false
      let isKnown = plan.isEmpty && (tab.status == .failed || tab.status == .discarded)
      if !isKnown { plan.append(.failLoad(tab.id, reason: reason)) }
    case .finished:
      isBusy = false
      hasFinished = true
      if !plan.isEmpty {
        plan.append(.finishLoad(tab.id))
      } else if tab.status == .loading {
        // A load that ended without a page was a download, or had no content.
        plan.append(tab.pending == nil ? .finishLoad(tab.id) : .stop(tab.id))
      }
    }
    requestedByPage = nil
    redirects = []
  }

  /// Returns the URLs that a load was redirected to. The last of these is the URL of the page
  /// shown.
  private func chain(to url: String) -> [String] {
    redirects.last == url ? redirects : redirects + [url]
  }

  /// Returns the URL of a load or an entry.
  private static func url<Source: TextSource & ~Copyable>(
    of event: EventID, text source: borrowing Source
  ) -> String {
    let url = source.text(.url, of: event) ?? ""
    return url.isEmpty ? Destination.startPage : url
  }
}

/// Following the page: the view's list is authoritative, and the model's list becomes equal to it.
extension EngineView {
  /// Plans the actions that make the model's list equal to the view's list.
  private func followPage<Source: TextSource & ~Copyable>(
    _ kind: Kind, into plan: inout ModelUpdate, text source: borrowing Source
  ) {
    // Items that the model has dropped (H8) are skipped, unless they are shown.
    let kept = items.indices.filter { position in
      let content = items[position].content
      return position == index || !content.exists || plan.contents.contains(content)
    }
    guard let current = kept.firstIndex(of: index) else { return }
    let isLoading = !kind.isInPlace
    func travel(to target: Int, _ plan: inout ModelUpdate) {
      plan.travel(to: target, isLoading: isLoading) { isCounted($0, text: source) }
    }
    func isKnown(_ offset: Int) -> Bool {
      plan.contents.indices.contains(offset) && items[kept[offset]].content.exists
        && items[kept[offset]].content == plan.contents[offset]
    }
    let known = kept.indices.prefix { isKnown($0) }.count
    // If only one item differs, it was replaced. However, if that is the last item and its entry
    // was not current, the item was appended.
    let isReplaced =
      kept.count == plan.contents.count && known < kept.count
      && (plan.index == known || known < kept.count - 1)
      && kept.indices.allSatisfy { $0 == known || isKnown($0) }
    // Items after the current page count only if they do not push out other items (H8).
    let end = kept.count <= plan.limit ? kept.count : current + 1
    if known >= end { return travel(to: current, &plan) }
    if isReplaced || known == 0 {
      travel(to: known, &plan)
      follow(kept[known], kind, isReplacing: true, into: &plan)
      if isReplaced { return travel(to: current, &plan) }
    } else {
      travel(to: known - 1, &plan)
    }
    for offset in max(known, 1)..<max(end, 1) {
      follow(kept[offset], kind, isReplacing: false, into: &plan)
    }
    travel(to: current, &plan)
  }

  /// Plans the action that makes an item the current entry.
  private func follow(
    _ position: Int, _ kind: Kind, isReplacing: Bool, into plan: inout ModelUpdate
  ) {
    let item = items[position]
    let isInPlace = kind.isInPlace && position == index
    var following = Following(
      isReplacing ? isInPlace ? .replaceState : .replace : isInPlace ? .pushState : .link,
      hasActivation: kind.hasActivation, isLoading: !kind.isInPlace)
    var url = item.url
    if position == index, !isInPlace, let requested = requestedByPage, requested != url {
      following.redirects = chain(to: url)
      url = requested
    }
    let transition = kind.hasActivation ? Transition.link : .script
    plan.follow(Destination(url, transition: transition), following, item: item.id)
  }

  /// Whether the model counts an entry when it travels. Forgotten entries are not counted.
  private func isCounted<Source: TextSource & ~Copyable>(
    _ content: EventID, text source: borrowing Source
  ) -> Bool {
    source.text(.url, of: content)?.isEmpty != true
  }
}
