/// Decides the events that restore parts of the state to an earlier moment.
///
/// Each event is folded as soon as it is decided, and the result is compared with the past.
/// Therefore, the restorer appends only the differences and need not predict the effects of an
/// event.
///
/// Afterwards, these properties are as they were at the earlier moment: windows with their order,
/// bounds and show states; tabs with their order, pins, groups, mutes, temporary zooms, openers,
/// histories and current entries; active tabs; custom values.
///
/// These properties are not restored: the status of a tab that was reopened or whose history
/// changed, because such a tab is discarded; the page that an engine should show in such a tab; the
/// times at which tabs and windows were last active; opener groups (T8); the events that set a zoom
/// or a setting.
final class Restorer {
  /// The browser at the earlier moment.
  let past: Browser
  /// The library at the earlier moment.
  let pastLibrary: Library
  /// The present browser after folding all events decided so far.
  private(set) var now: Browser
  /// The present library after folding all events decided so far.
  private(set) var nowLibrary: Library
  /// The decider that contains the draft. Its own state is the state before the action.
  let decider: Decider
  /// The things whose changes a merge applies, or nil to apply all changes.
  var selection: Set<MergeConflict.Thing>?
  /// The number of events of the draft that are folded into ``now``.
  private var foldedCount = 0

  /// Creates a restorer that continues the draft of a decider.
  init(_ past: ProfileState, from decider: Decider) {
    self.past = past.browser
    pastLibrary = past.library
    self.decider = decider
    now = decider.browser
    nowLibrary = decider.library
  }

  /// Appends an event and folds it.
  func append(_ body: Body) {
    decider.append(body)
    fold()
  }

  /// Lets the decider append the events of an action, and folds these events. The decider uses the
  /// state before the restoration.
  func decide(
    _ body: (Decider) throws(Refusal) -> Void
  ) throws(Refusal) {
    try body(decider)
    fold()
  }

  /// Lets a closure append events that change only the browser, and takes them back if the browser
  /// has the same content as before.
  func appendIfChanging(_ body: () -> Void) {
    let start = (now: now, draft: decider.draft, foldedCount: foldedCount)
    body()
    guard now.hasSameContent(as: start.now) else { return }
    (now, decider.draft, foldedCount) = start
  }

  /// Folds the events of the draft that are not folded yet.
  private func fold() {
    while foldedCount < decider.draft.bodies.count {
      let event = Event(
        sequence: decider.next.advanced(by: Int32(foldedCount)), batch: BatchID(decider.next),
        milliseconds: now.health.lastEventMilliseconds,
        body: decider.draft.bodies[foldedCount])
      now.apply(event)
      nowLibrary.apply(event)
      foldedCount += 1
    }
  }
}

extension Decider {
  /// Restores parts of an earlier state.
  ///
  /// - Parameters:
  ///   - action: The earlier state, and the parts to restore.
  ///   - source: The source of the values of settings, which are written again.
  /// - Throws: ``Refusal/Code/nothingToDo`` if nothing differs; ``Refusal/Code/noSuchWindow`` or
  ///   ``Refusal/Code/noSuchTab`` for a window or tab that was not open at the earlier moment.
  func restore<Source: TextSource & ~Copyable>(
    _ action: Restoration, text source: borrowing Source
  ) throws(Refusal) {
    let restorer = Restorer(action.past, from: self)
    if let base = action.base {
      restorer.selection = action.selection
      if let merge = action.merge { restorer.append(.time(.merged(merge))) }
      if let answer = action.answer { restorer.append(.time(.answered(answer))) }
      let recordCount = restorer.decider.draft.bodies.count
      _ = try restorer.merge(since: base, text: source)
      guard draft.bodies.count == recordCount else { return }
      throw Refusal(.nothingToDo, "The branch has no changes that can be merged.")
    }
    for part in action.parts {
      switch part {
      case .windows: try restorer.restoreWindows()
      case .missingTabs: restorer.restoreMissingTabs()
      case .window(let id): try restorer.restoreWindow(id)
      case .tab(let id): try restorer.restoreTab(id)
      case .bookmarks: restorer.restoreBookmarks()
      case .zoom: restorer.restoreZoom()
      case .settings: try restorer.restoreSettings(text: source)
      case .values: restorer.restoreValues(of: .profile)
      }
    }
    guard !draft.isEmpty else {
      throw Refusal(
        .nothingToDo,
        action.parts == [.windows]
          ? "Everything is as it was then." : "That part is as it was then.")
    }
  }
}

extension Restorer {
  /// Restores the tree of bookmarks: each folder before its members, so that no folder is moved
  /// into itself. This moves new bookmarks to the ends of the folders, from which they are removed
  /// last.
  func restoreBookmarks() {
    for bookmark in pastLibrary.bookmarks.all {
      let siblings = pastLibrary.bookmarks.children(of: bookmark.parent)
      restore(bookmark, at: siblings.firstIndex(of: bookmark.id) ?? 0)
    }
    for bookmark in nowLibrary.bookmarks.all
    where pastLibrary.bookmarks[bookmark.id] == nil && nowLibrary.bookmarks[bookmark.id] != nil {
      var body = BookmarkRemoved()
      body.bookmark = bookmark.id
      let siblings = nowLibrary.bookmarks.children(of: bookmark.parent)
      body.index = Int32(siblings.firstIndex(of: bookmark.id) ?? 0)
      append(.bookmark(.removed(body)))
    }
  }

  /// Restores one bookmark at an index of its folder, unless it is already correct.
  private func restore(_ bookmark: Bookmark, at index: Int) {
    let siblings = nowLibrary.bookmarks.children(of: bookmark.parent)
    if let present = nowLibrary.bookmarks[bookmark.id], present.parent == bookmark.parent,
      siblings.indices.contains(index), siblings[index] == bookmark.id,
      present.title == bookmark.title, present.url == bookmark.url,
      present.tags == bookmark.tags, present.keyword == bookmark.keyword,
      present.note == bookmark.note
    {
      return
    }
    var body = BookmarkRestored()
    body.bookmark = bookmark.id
    body.parent = bookmark.parent
    body.index = Int32(index)
    body.kind = bookmark.kind
    body.title = bookmark.title
    body.url = bookmark.url
    body.tags = bookmark.tags
    body.keyword = bookmark.keyword
    body.note = bookmark.note
    append(.bookmark(.restored(body)))
  }

  /// Restores the zoom. The default comes first, because sites with the same level lose their own
  /// level (Z2).
  func restoreZoom() {
    if now.zoom.default != past.zoom.default {
      var body = DefaultZoomSet()
      body.level = past.zoom.default
      append(.zoom(.defaultSet(body)))
    }
    for site in now.zoom.sites.named + past.zoom.sites.named {
      let level = past.zoom.sites[site.name]?.level ?? .none
      guard now.zoom.sites[site.name]?.level ?? .none != level else { continue }
      var body = SiteZoomSet()
      body.site = site.name
      body.level = level
      append(.zoom(.siteSet(body)))
    }
  }

  /// Restores the settings whose values differ.
  func restoreSettings<Source: TextSource & ~Copyable>(
    text source: borrowing Source
  ) throws(Refusal) {
    let former = ProfileState(browser: past, library: pastLibrary)
    for name in Settings.Name.allCases {
      let present = ProfileState(browser: now, library: nowLibrary)
      let value = former.settings(with: name).value(of: name, text: source)
      let current = present.settings(with: name).value(of: name, text: source)
      guard !isSameText(current, value) else { continue }
      try change(name, to: value)
    }
  }

  /// Sets a setting to a value. For the history limit, the event also states the number in the
  /// restored state.
  func change(_ name: Settings.Name, to value: String?) throws(Refusal) {
    var body = SettingChanged()
    body.name = name
    if name == .historyLimit { body.number = Int32(past.settings.historyLimit) }
    try decide { (decider) throws(Refusal) in
      body.value = try decider.text(value)
      decider.append(.setting(body))
    }
  }
}
