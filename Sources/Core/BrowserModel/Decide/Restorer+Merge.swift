/// A three-way merge of states: changes that the other branch made since the branches diverged are
/// applied to the current branch, unless the current branch changed the same thing in another way.
///
/// The alternative, deciding the actions of the branch again, is not exact. The log stores the
/// facts that resulted from an action, not the action itself, and the same action can lead to other
/// facts in another state. For example, “close 3” would close another tab. States are compared by
/// id, ids are never reused, and the events of a restoration carry the facts, so tabs and bookmarks
/// keep their ids and histories.
///
/// As after an undo, the selection and the focus are unchanged. The closed items and the order of
/// windows are unchanged too.
extension Restorer {
  /// Applies the changes between two states of another branch.
  ///
  /// - Parameters:
  ///   - base: The state that both branches share. The state of the other branch is ``past``.
  ///   - source: The source of the values of settings.
  /// - Returns: The changes of the other branch that were not applied.
  func merge<Source: TextSource & ~Copyable>(
    since base: ProfileState, text source: borrowing Source
  ) throws(Refusal) -> [MergeConflict] {
    var conflicts: [MergeConflict] = []
    try closeTabs(closedSince: base.browser, &conflicts)
    mergeTabs(since: base.browser, &conflicts)
    mergeWindows(since: base.browser, &conflicts)
    mergeGroups(since: base.browser, &conflicts)
    mergeBookmarks(since: base.library.bookmarks, &conflicts)
    mergeZoom(since: base.browser.zoom, &conflicts)
    try mergeSettings(since: base, &conflicts, text: source)
    mergeValues(since: base, &conflicts)
    return conflicts
  }

  /// Whether a merge applies the changes of a thing.
  func isSelected(_ thing: MergeConflict.Thing) -> Bool { selection?.contains(thing) ?? true }

  // MARK: Tabs

  /// Closes the tabs that the other branch closed, except tabs that the current branch has used
  /// since the branches diverged.
  private func closeTabs(
    closedSince base: Browser, _ conflicts: inout [MergeConflict]
  ) throws(Refusal) {
    var closing: [TabID] = []
    for tab in base.tabs where past.record(tab.id) == nil && isSelected(.tab(tab.id)) {
      guard let own = now.tab(tab.id) else { continue }
      if own.entries == tab.entries, own.index == tab.index {
        closing.append(tab.id)
      } else {
        conflicts.append(MergeConflict(subject: .tab(tab.id), reason: .usedHere))
      }
    }
    if !closing.isEmpty { try decide { (decider) throws(Refusal) in try decider.close(closing) } }
  }

  /// Opens the tabs that the other branch opened, and applies its changes to other tabs.
  private func mergeTabs(since base: Browser, _ conflicts: inout [MergeConflict]) {
    let own = decider.browser
    let movedThere = Self.movedTabs(from: base, to: past)
    let movedHere = Self.movedTabs(from: base, to: own)
    for window in past.windows {
      for (index, id) in window.tabs.enumerated() {
        guard isSelected(.tab(id)), let theirs = past.tab(id) else { continue }
        guard let former = base.tab(id) else {
          openTab(theirs, after: window.tabs[..<index], &conflicts)
          continue
        }
        let isMoved = movedThere.contains(id)
        guard isMoved || !former.hasSameContent(as: theirs) else { continue }
        guard let present = now.tab(id) else {
          conflicts.append(MergeConflict(subject: .tab(id), reason: .goneHere))
          continue
        }
        var merge = ThreeWay()
        mergeProperties(former, theirs, present, isMoved: isMoved, movedHere, window, index, &merge)
        let hasOtherHistory = theirs.entries != former.entries || theirs.index != former.index
        if hasOtherHistory {
          if present.entries == former.entries, present.index == former.index {
            restoreHistory(of: theirs)
          } else if present.entries != theirs.entries || present.index != theirs.index {
            merge.hasConflict = true
          }
        }
        if merge.hasConflict {
          conflicts.append(MergeConflict(subject: .tab(id), reason: .changedOnBoth))
        }
      }
    }
    restoreOpeners(
      of: past.tabs.map { $0.id }.filter { base.record($0) == nil && isSelected(.tab($0)) })
  }

  /// Returns the tabs that are at different places in the two states.
  private static func movedTabs(from base: Browser, to other: Browser) -> Set<TabID> {
    var moved: Set<TabID> = []
    for case .tab(let id, .moved) in base.changes(to: other) { moved.insert(id) }
    return moved
  }

  /// Opens a tab that the other branch opened, to the right of the tabs that are to its left on the
  /// other branch.
  private func openTab(
    _ tab: Tab, after others: ArraySlice<TabID>, _ conflicts: inout [MergeConflict]
  ) {
    if let present = now.tab(tab.id) {
      // An earlier merge already added the tab.
      if present.entries != tab.entries || present.index != tab.index {
        conflicts.append(MergeConflict(subject: .tab(tab.id), reason: .changedOnBoth))
      }
      return
    }
    openWindow(tab.window)
    var body = TabRestored(tab)
    body.index = Int32(place(in: tab.window, after: others))
    body.group = groupToJoin(tab)
    append(.tab(.restored(body)))
    restoreHistory(of: tab)
  }

  /// Opens a window of the other branch, unless it is already open.
  private func openWindow(_ id: WindowID) {
    guard now.window(id) == nil, let window = past.window(id) else { return }
    append(.window(.restored(WindowRestored(window))))
  }

  /// Returns the index to the right of the last tab of `others` that is in a window, or 0 if the
  /// window contains none of these tabs.
  private func place(in window: WindowID, after others: ArraySlice<TabID>) -> Int {
    guard let order = now.window(window)?.tabs else { return 0 }
    for id in others.reversed() {
      if let index = order.firstIndex(of: id) { return index + 1 }
    }
    return 0
  }

  /// Returns the group that a tab of the other branch joins. The group is created if it does not
  /// exist on the current branch. If the group exists, but not in the window of the tab, the tab
  /// joins no group.
  private func groupToJoin(_ tab: Tab) -> GroupID {
    guard let group = tab.group else { return .nothing }
    if let present = now.group(group) { return present.window == tab.window ? group : .nothing }
    restoreLooks(ofGroup: group)
    return group
  }

  /// Applies changes of place, pin, mute, temporary zoom and group of a tab.
  private func mergeProperties(
    _ former: Tab, _ theirs: Tab, _ present: Tab, isMoved: Bool, _ movedHere: Set<TabID>,
    _ window: Window, _ index: Int, _ merge: inout ThreeWay
  ) {
    var merged = TabRestored(present)
    merged.isPinned = merge.value(former.isPinned, theirs.isPinned, present.isPinned)
    merged.isMuted = merge.value(former.isMuted, theirs.isMuted, present.isMuted)
    merged.temporaryZoom = merge.value(
      former.temporaryZoom, theirs.temporaryZoom, present.temporaryZoom)
    let window = merge.value(former.window, theirs.window, present.window)
    merged.window = window
    let group = merge.value(former.group, theirs.group, present.group)
    let order = now.window(present.window)?.tabs ?? []
    var place = order.firstIndex(of: present.id) ?? 0
    var isPlaced = false
    if isMoved, movedHere.contains(present.id) {
      merge.hasConflict = merge.hasConflict || window != theirs.window
    } else if isMoved || window != present.window {
      isPlaced = true
    }
    if window != present.window { openWindow(window) }
    if isPlaced, window == theirs.window {
      let others = past.window(window)?.tabs.prefix(index) ?? []
      place = self.place(in: window, after: others)
      // Removing the tab shifts the place to the left.
      if window == present.window, let from = order.firstIndex(of: present.id), from < place {
        place -= 1
      }
    }
    merged.group =
      group.map { _ in
        group == theirs.group ? groupToJoin(theirs) : group ?? .nothing
      } ?? .nothing
    let isSame =
      merged.isPinned == present.isPinned && merged.isMuted == present.isMuted
      && merged.temporaryZoom == present.temporaryZoom && window == present.window
      && merged.group.ifExists == present.group
      && (!isPlaced || window != present.window || order.firstIndex(of: present.id) == place)
    guard !isSame else { return }
    merged.index = Int32(place)
    append(.tab(.restored(merged)))
  }

  // MARK: Windows

  /// Applies changes of the bounds, the show states and the names of windows that are open on both
  /// branches.
  private func mergeWindows(since base: Browser, _ conflicts: inout [MergeConflict]) {
    for theirs in past.windows where isSelected(.window(theirs.id)) {
      guard let former = base.window(theirs.id), let own = now.window(theirs.id),
        let index = now.windowOrder.firstIndex(of: theirs.id)
      else { continue }
      var merge = ThreeWay()
      var body = WindowRestored(own)
      body.index = Int32(index)
      body.bounds = merge.value(former.bounds, theirs.bounds, own.bounds)
      body.showState = merge.value(former.showState, theirs.showState, own.showState)
      body.title = merge.value(former.title, theirs.title, own.title)
      if merge.hasConflict {
        conflicts.append(MergeConflict(subject: .window(theirs.id), reason: .changedOnBoth))
      }
      let isSame =
        body.bounds == own.bounds && body.showState == own.showState && body.title == own.title
      if !isSame { append(.window(.restored(body))) }
    }
  }

  // MARK: Groups

  private func mergeGroups(since base: Browser, _ conflicts: inout [MergeConflict]) {
    for theirs in past.groups where isSelected(.group(theirs.id)) {
      guard let former = base.group(theirs.id), let present = now.group(theirs.id) else { continue }
      guard !former.looksLike(theirs), !present.looksLike(theirs) else { continue }
      if present.looksLike(former) {
        restoreLooks(ofGroup: theirs.id)
      } else {
        conflicts.append(MergeConflict(subject: .group(theirs.id), reason: .changedOnBoth))
      }
    }
  }

  // MARK: Bookmarks

  private func mergeBookmarks(
    since base: Bookmarks, _ conflicts: inout [MergeConflict]
  ) {
    let movedThere = Self.movedBookmarks(from: base, to: pastLibrary.bookmarks)
    let movedHere = Self.movedBookmarks(from: base, to: nowLibrary.bookmarks)
    for theirs in pastLibrary.bookmarks.all where isSelected(.bookmark(theirs.id)) {
      let former = base[theirs.id]
      let isMoved = movedThere.contains(theirs.id)
      if let former, former.hasSameContent(as: theirs), !isMoved { continue }
      let isParentGone = theirs.parent.exists && nowLibrary.bookmarks[theirs.parent] == nil
      guard !isParentGone, former == nil || nowLibrary.bookmarks[theirs.id] != nil else {
        conflicts.append(MergeConflict(subject: .bookmark(theirs.id), reason: .goneHere))
        continue
      }
      merge(
        theirs, since: former, isMoved: isMoved, isMovedHere: movedHere.contains(theirs.id),
        &conflicts)
    }
    for former in base.all.reversed()
    where pastLibrary.bookmarks[former.id] == nil && isSelected(.bookmark(former.id)) {
      guard let present = nowLibrary.bookmarks[former.id] else { continue }
      let isInUse = !nowLibrary.bookmarks.children(of: former.id).isEmpty
      guard present.hasSameContent(as: former), !isInUse else {
        conflicts.append(MergeConflict(subject: .bookmark(former.id), reason: .usedHere))
        continue
      }
      var body = BookmarkRemoved()
      body.bookmark = former.id
      let siblings = nowLibrary.bookmarks.children(of: present.parent)
      body.index = Int32(siblings.firstIndex(of: former.id) ?? 0)
      append(.bookmark(.removed(body)))
    }
  }

  /// Returns the bookmarks that are in different folders in the two states, or at different places
  /// among their siblings.
  private static func movedBookmarks(from base: Bookmarks, to other: Bookmarks) -> Set<BookmarkID> {
    var (former, latter) = (Library(), Library())
    (former.bookmarks, latter.bookmarks) = (base, other)
    var moved: Set<BookmarkID> = []
    for case .bookmark(let id, .moved) in former.changes(to: latter) { moved.insert(id) }
    return moved
  }

  /// Adds a bookmark or applies its changes, field by field.
  private func merge(
    _ theirs: Bookmark, since former: Bookmark?, isMoved: Bool, isMovedHere: Bool,
    _ conflicts: inout [MergeConflict]
  ) {
    let present = nowLibrary.bookmarks[theirs.id]
    let (old, own) = (former ?? theirs, present ?? theirs)
    var merge = ThreeWay()
    var body = BookmarkRestored()
    body.bookmark = theirs.id
    body.kind = theirs.kind
    body.parent = merge.value(old.parent, theirs.parent, own.parent)
    body.title = merge.value(old.title, theirs.title, own.title)
    body.url = merge.value(old.url, theirs.url, own.url)
    body.tags = merge.value(old.tags, theirs.tags, own.tags)
    body.keyword = merge.value(old.keyword, theirs.keyword, own.keyword)
    body.note = merge.value(old.note, theirs.note, own.note)
    let all = nowLibrary.bookmarks.children(of: body.parent)
    let index = present?.parent == body.parent ? all.firstIndex(of: theirs.id) : nil
    if isMoved || index == nil, body.parent == theirs.parent {
      let siblings = all.filter { $0 != theirs.id }
      let there = pastLibrary.bookmarks.children(of: theirs.parent)
      let left = there.prefix { $0 != theirs.id }.last { siblings.contains($0) }
      body.index = Int32(left.flatMap { siblings.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
      if let index, isMovedHere, body.index != Int32(index) {
        merge.hasConflict = true
        body.index = Int32(index)
      }
    } else {
      body.index = Int32(index ?? all.count)
    }
    if merge.hasConflict {
      conflicts.append(MergeConflict(subject: .bookmark(theirs.id), reason: .changedOnBoth))
    }
    if let present, body.index == index.map(Int32.init), present.title == body.title,
      present.url == body.url, present.tags == body.tags, present.keyword == body.keyword,
      present.note == body.note
    {
      return
    }
    append(.bookmark(.restored(body)))
  }

  // MARK: Zoom and settings

  private func mergeZoom(since base: Zoom, _ conflicts: inout [MergeConflict]) {
    if isSelected(.defaultZoom) {
      var merge = ThreeWay()
      let level = merge.value(base.default, past.zoom.default, now.zoom.default)
      if merge.hasConflict {
        conflicts.append(MergeConflict(subject: .defaultZoom, reason: .changedOnBoth))
      }
      if level != now.zoom.default {
        var body = DefaultZoomSet()
        body.level = level
        append(.zoom(.defaultSet(body)))
      }
    }
    var seen: Set<EventID> = []
    for site in past.zoom.sites.named + base.sites.named
    where isSelected(.siteZoom(site.name)) && seen.insert(site.name).inserted {
      let former = base.sites[site.name]?.level ?? .none
      let theirs = past.zoom.sites[site.name]?.level ?? .none
      let present = now.zoom.sites[site.name]?.level ?? .none
      var merge = ThreeWay()
      let level = merge.value(former, theirs, present)
      if merge.hasConflict {
        conflicts.append(MergeConflict(subject: .siteZoom(site.name), reason: .changedOnBoth))
      }
      guard level != present else { continue }
      var body = SiteZoomSet()
      body.site = site.name
      body.level = level
      append(.zoom(.siteSet(body)))
    }
  }

  private func mergeSettings<Source: TextSource & ~Copyable>(
    since base: ProfileState, _ conflicts: inout [MergeConflict], text source: borrowing Source
  ) throws(Refusal) {
    let other = ProfileState(browser: past, library: pastLibrary)
    for name in Settings.Name.allCases where isSelected(.setting(name)) {
      let own = ProfileState(browser: now, library: nowLibrary)
      let former = base.settings(with: name).value(of: name, text: source)
      let theirs = other.settings(with: name).value(of: name, text: source)
      let present = own.settings(with: name).value(of: name, text: source)
      guard !isSameText(theirs, former), !isSameText(theirs, present) else { continue }
      guard isSameText(present, former) else {
        conflicts.append(MergeConflict(subject: .setting(name), reason: .changedOnBoth))
        continue
      }
      try change(name, to: theirs)
    }
  }
}

extension ProfileState {
  /// Returns the changes of the other branch that a merge into this state would not apply.
  ///
  /// - Parameters:
  ///   - merge: The merge, as for ``Action/restore(_:)``.
  ///   - next: The id that the first event of the merge would have.
  ///   - source: The source of the values of settings.
  /// - Throws: The same ``Refusal`` as the merge.
  /// - Complexity: O(size of the states)
  public func conflicts<Source: TextSource & ~Copyable>(
    of merge: Restoration, next: EventID, text source: borrowing Source
  ) throws(Refusal) -> [MergeConflict] {
    guard let base = merge.base else { return [] }
    let restorer = Restorer(merge.past, from: Decider(self, next: next))
    restorer.selection = merge.selection
    return try restorer.merge(since: base, text: source)
  }
}

/// A choice among three values of the same property.
private struct ThreeWay {
  /// Whether both sides changed a value in different ways.
  var hasConflict = false

  /// Returns the value that one side changed, or the present value if both sides changed it in
  /// different ways.
  mutating func value<Value: Equatable>(_ former: Value, _ theirs: Value, _ present: Value) -> Value
  {
    if theirs == former || theirs == present { return present }
    if present == former { return theirs }
    hasConflict = true
    return present
  }
}

extension Tab {
  /// Whether all properties that a merge applies are equal, apart from the place in the window.
  fileprivate func hasSameContent(as other: Tab) -> Bool {
    window == other.window && group == other.group && isPinned == other.isPinned
      && isMuted == other.isMuted && temporaryZoom == other.temporaryZoom
      && entries == other.entries && index == other.index
  }
}

extension TabGroup {
  fileprivate func looksLike(_ other: TabGroup) -> Bool {
    title == other.title && color == other.color && isCollapsed == other.isCollapsed
  }
}

extension Bookmark {
  /// Whether all properties are equal, except the members of a folder.
  fileprivate func hasSameContent(as other: Bookmark) -> Bool {
    parent == other.parent && title == other.title && url == other.url && tags == other.tags
      && keyword == other.keyword && note == other.note
  }
}
