extension Decider {
  /// Navigates to a typed destination (H1, H3). If the tab already shows the URL, the page is
  /// reloaded, unless the URL has a fragment, which is a place in the page (Chromium,
  /// `ShouldTreatNavigationAsReload`).
  func go<Source: TextSource & ~Copyable>(
    _ id: TabID?, _ destination: Destination, isLoading: Bool, text source: borrowing Source
  ) throws(Refusal) {
    guard let id else {
      return try open(OpenTab(destination, isLoading: isLoading))
    }
    let tab = try record(id)
    var body = NavigationCommitted()
    if tab.history.count > 0 {
      let shown = browser.url(of: tab, text: source)
      if isSameText(destination.url, shown), fragment(of: shown) == nil {
        return try reload(id, isLoading: isLoading)
      }
      body.isSameDocument = isFragmentNavigation(from: shown, to: destination.url)
    }
    body.forgetsOpenerGroups = try forgetsOpenerGroups(tab, destination.transition, text: source)
    body.isLoading = isLoading && !body.isSameDocument
    try commit(&body, tab, destination)
  }

  /// Returns whether a navigation makes the window forget its opener groups (T8; Chromium,
  /// `TabStripModel::TabNavigating`): typing begins a new task, except on the start page of a fresh
  /// tab at the right end of its window.
  private func forgetsOpenerGroups<Source: TextSource & ~Copyable>(
    _ tab: TabRecord, _ transition: Transition, text source: borrowing Source
  ) throws(Refusal) -> Bool {
    guard transition.beginsTask else { return false }
    let isFresh =
      tab.history.count == 1
      && isSameText(browser.url(of: tab, text: source), Destination.startPage)
    guard isFresh else { return true }
    return try window(of: tab).tabs.last != tab.id
  }

  /// Follows a link, or performs a navigation requested by a script (H3, H5).
  func follow<Source: TextSource & ~Copyable>(
    _ id: TabID, _ destination: Destination, _ following: Following,
    text source: borrowing Source
  ) throws(Refusal) {
    let tab = try record(id)
    var destination = destination
    var body = NavigationCommitted()
    let isExplicit = following.manner == .pushState || following.manner == .replaceState
    if isExplicit {
      guard canRewrite(browser.url(of: tab, text: source), as: destination.url) else {
        throw Refusal(
          .notAllowed, "A page can only change its address to another address on the same site.")
      }
      body.isSameDocument = true
    } else if fragment(of: destination.url) != nil {
      body.isSameDocument = isFragmentNavigation(
        from: browser.url(of: tab, text: source), to: destination.url)
    }
    let isReplacing = following.manner == .replace || following.manner == .replaceState
    body.isReplacement =
      isReplacing
      || !isExplicit && isSameText(browser.url(of: tab, text: source), destination.url)
    body.isWithoutActivation = !following.hasActivation && !body.isReplacement
    body.isLoading = following.isLoading && !body.isSameDocument
    body.keepsLoad = body.isSameDocument && tab.status == .loading
    if let final = following.redirects.last {
      body.redirects = try redirectChain(destination.url, following.redirects)
      destination.url = final
    }
    try commit(&body, tab, destination)
  }

  /// Fills in the common fields of a commit, and appends the commit to the draft.
  func commit(
    _ body: inout NavigationCommitted, _ tab: TabRecord, _ destination: Destination
  ) throws(Refusal) {
    body.tab = tab.id
    body.parent = browser.currentEntry(of: tab)?.id ?? .nothing
    try describe(&body, destination)
    append(.navigation(.committed(body)))
  }

  /// Stores the requested URL and each redirect except the last, separated by line feeds (H4).
  private func redirectChain(
    _ asked: String, _ further: [String]
  ) throws(Refusal) -> Text {
    var chain = asked
    for url in further.dropLast() {
      chain += "\n"
      chain += url
    }
    return try text(chain)
  }

  // MARK: Loads that take time (H7, H10)

  /// Records that a load began. Throws ``Refusal/Code/notAllowed`` while a travel is pending.
  ///
  /// The URL that the tab shows at this moment decides whether the load replaces the entry (H3). If
  /// the page changes its own address before the load commits, the decision stays the same.
  func startLoad<Source: TextSource & ~Copyable>(
    _ id: TabID, _ destination: Destination, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try record(id)
    guard !tab.pendingEntry.exists else {
      throw Refusal(
        .notAllowed, "The tab is already moving through its history. Stop the load first.")
    }
    var body = NavigationStarted()
    body.tab = id
    if let entry = browser.currentEntry(of: tab),
      isSameText(destination.url, browser.url(of: entry, text: source)),
      destination.transition.isByPage || fragment(of: destination.url) == nil
    {
      body.again = entry.id
    }
    try describe(&body, destination)
    append(.navigation(.started(body)))
  }

  /// Commits the pending travel or load.
  func commitLoad<Source: TextSource & ~Copyable>(
    _ id: TabID, redirects: [String], text source: borrowing Source
  ) throws(Refusal) {
    let tab = try record(id)
    guard tab.pending.exists else {
      throw Refusal(.nothingToDo, "Nothing is pending in the tab.")
    }
    if tab.pendingEntry.exists {
      return travel(id, to: tab.pendingEntry, isLoading: true)
    }
    try commitPending(
      tab, Destination(of: tab.pending, text: source), redirects: redirects, text: source)
  }

  /// Commits a pending load by the rules for an immediate navigation. If the URL is already shown,
  /// the page is reloaded, or the entry is replaced if the page chose the URL (H3). The entry is
  /// also replaced if the page has changed its own address since the load began.
  private func commitPending<Source: TextSource & ~Copyable>(
    _ tab: TabRecord, _ destination: Destination, redirects: [String], text source: borrowing Source
  ) throws(Refusal) {
    var destination = destination
    let shown = browser.currentEntry(of: tab).map { browser.url(of: $0, text: source) }
    let isAgain =
      tab.pendingReplacement.exists
      && browser.currentEntry(of: tab)?.id == tab.pendingReplacement
    if isAgain, isSameText(destination.url, shown), !destination.transition.isByPage,
      redirects.isEmpty
    {
      return try reload(tab.id, isLoading: true)
    }
    var body = NavigationCommitted()
    body.isReplacement = isAgain
    body.isLoading = true
    body.isSameDocument = isFragmentNavigation(from: shown ?? "", to: destination.url)
    body.forgetsOpenerGroups = try forgetsOpenerGroups(tab, destination.transition, text: source)
    if let final = redirects.last {
      body.redirects = try redirectChain(destination.url, redirects)
      destination.url = final
      body.isSameDocument = false
    }
    try commit(&body, tab, destination)
  }

  /// Records that a load was stopped. Throws ``Refusal/Code/nothingToDo`` if the tab is not
  /// loading.
  func stop(_ id: TabID) throws(Refusal) {
    guard try record(id).status == .loading else {
      throw Refusal(.nothingToDo, "The tab is not loading.")
    }
    var body = LoadStopped()
    body.tab = id
    append(.navigation(.stopped(body)))
  }

  /// Records that a load failed.
  func fail(_ id: TabID, reason: String) throws(Refusal) {
    _ = try record(id)
    var body = LoadFailed()
    body.tab = id
    body.reason = try text(reason)
    append(.navigation(.failed(body)))
  }

  /// Records that a page has loaded. Throws ``Refusal/Code/nothingToDo`` if the page had already
  /// loaded.
  func finish(_ id: TabID) throws(Refusal) {
    guard try record(id).status != .complete else {
      throw Refusal(.nothingToDo, "The tab has already loaded.")
    }
    var body = LoadFinished()
    body.tab = id
    append(.navigation(.loaded(body)))
  }
}

extension Destination {
  /// Creates the destination of a load from the text of the event that requested the load.
  init<Source: TextSource & ~Copyable>(of event: EventID, text source: borrowing Source) {
    self.init(
      source.text(.url, of: event) ?? Destination.startPage,
      input: source.text(.input, of: event), reason: source.text(.reason, of: event),
      searchWords: source.text(.searchWords, of: event),
      transition: source.transition(of: event) ?? .typed)
  }
}

extension Decider {
  /// Records the title of a page.
  func reportTitle(
    _ id: TabID, content: EventID?, _ title: String
  ) throws(Refusal) {
    var body = PageTitled()
    body.tab = id
    body.content = try self.content(of: id, content)
    body.title = try text(title)
    append(.page(.titled(body)))
  }

  /// Records the scroll position of a page.
  func reportScroll(
    _ id: TabID, content: EventID?, x: Int32, y: Int32
  ) throws(Refusal) {
    var body = PageScrolled()
    body.tab = id
    body.content = try self.content(of: id, content)
    body.x = x
    body.y = y
    append(.page(.scrolled(body)))
  }

  /// Records the picture of a page.
  func reportPicture(
    _ id: TabID, content: EventID?, blob: String
  ) throws(Refusal) {
    var body = PagePictured()
    body.tab = id
    body.content = try self.content(of: id, content)
    body.blob = try text(blob)
    append(.page(.pictured(body)))
  }

  /// Records that the user interacted with a page.
  func reportActivation(_ id: TabID, content: EventID?) throws(Refusal) {
    var body = PageActivated()
    body.tab = id
    body.content = try self.content(of: id, content)
    append(.page(.activated(body)))
  }

  /// Returns the content that a report is about: the given content, or the current content if
  /// `named` is nil.
  ///
  /// - Throws: ``Refusal/Code/noSuchEntry`` if no entry of the tab has this content, which means
  ///   that the report arrived too late (H10).
  private func content(of id: TabID, _ named: EventID?) throws(Refusal) -> EventID {
    let tab = try record(id)
    let shown = browser.currentEntry(of: tab)?.content
    guard let content = named ?? shown, content == shown || browser.hasContent(content, in: tab)
    else {
      throw Refusal(.noSuchEntry, "The reported page is no longer in the tab's history.")
    }
    return content
  }
}
