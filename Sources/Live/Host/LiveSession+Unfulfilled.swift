internal import BrowserModel
internal import Exchange
internal import Notation
internal import RetraceStore

/// Orders that the browser refuses, and orders that the user has overtaken. After such an order,
/// the model follows the browser again, and the user is notified.
extension LiveSession {
  /// The maximum number of sentences to keep for the user.
  private static let noticeLimit = 20
  /// The name of a batch that makes the model equal to the browser again after a refused order.
  private static let refusalLabel = "The browser refused a change by another program."
  private static let overtakenLabel =
    "The user was faster than another program, whose change was dropped."

  /// Returns the last reported state of the tab, window, group or other object that an order
  /// changes. The extension drops the order if the user has changed this state in the meantime.
  func formerState(for order: LiveOrder) -> JSON? {
    func window(of tab: Int64) -> ObservedWindow? {
      strip.windows.first { $0.tabs.contains { $0.id == tab } }
    }
    func group(of tab: Int64) -> JSON {
      let group = strip.tabs.first { $0.id == tab }?.group
      return .array([.integer(tab), group.map { .integer($0) } ?? .null])
    }
    switch order {
    case .close(let tabs):
      let active = strip.tabs.filter { $0.isActive && tabs.contains($0.id) }
      return .array(active.map { .integer($0.id) })
    case .move(let tab, _, _):
      guard let window = window(of: tab),
        let index = window.tabs.firstIndex(where: { $0.id == tab })
      else { return nil }
      return .object([
        ("window", .integer(window.id)), ("index", .integer(Int64(index))),
        ("count", .integer(Int64(window.tabs.count))),
      ])
    case .group(let tabs, _, _, _, _, _), .ungroup(let tabs):
      return .array(tabs.map(group(of:)))
    case .changeGroup(let id, _, _, _):
      return strip.groups[id].map { group in
        .object([
          ("title", .string(group.title)), ("color", .string("\(group.color)")),
          ("collapsed", .bool(group.isCollapsed)),
        ])
      }
    case .select(let tab): return window(of: tab)?.activeTab.map { .integer($0.id) }
    case .travel(let tab, _), .load(let tab, _):
      return histories[tab]?.current.map { entry in
        .object([
          ("key", entry.key.map { .string($0) } ?? .null), ("url", .string(entry.url)),
        ])
      }
    case .focus:
      return strip.windows.first(where: \.isFocused).map { .integer($0.id) }
    case .place(let id, _, _):
      return strip.windows.first { $0.id == id }.map { window in
        .object(
          window.bounds.json.members + [("state", .string(window.showState.name))])
      }
    case .zoom(let tab, let level, _):
      // If the model already has the ordered level, the level of the browser is unknown.
      return shownLevel(of: tab).flatMap { former in
        former == level ? nil : .integer(Int64(former.hundredths))
      }
    case .removeBookmark(let id):
      return bookmarks?.all.first { $0.node.id == id }.map { found in
        .object(
          [
            ("folder", .string(found.folder)), ("count", .integer(Int64(found.node.count))),
          ] + found.node.texts)
      }
    case .moveBookmark(let id, _, _):
      return bookmarks?.all.first { $0.node.id == id }.map { .string($0.folder) }
    case .editBookmark(let id, _, _):
      return bookmarks?.all.first { $0.node.id == id }.map { .string($0.node.title) }
    default: return nil
    }
  }

  /// Notes the orders that were not fulfilled.
  func noteUnfulfilled(_ order: LiveOrder, _ result: JSON) {
    if let reason = result["failed"]?.string {
      unfulfilled.append(UnfulfilledOrder(order: order, reason: .refused(reason)))
    } else if result["overtaken"]?.isTrue ?? false {
      unfulfilled.append(UnfulfilledOrder(order: order, reason: .overtaken))
    }
    for kept in result["kept"]?.elements ?? [] {
      guard let tab = kept["tab"]?.integer else { continue }
      let reason = kept["failed"]?.string.map { UnfulfilledOrder.Reason.refused($0) }
      unfulfilled.append(
        UnfulfilledOrder(order: order, keptTabs: [tab], reason: reason ?? .overtaken))
    }
    if let problem = result["problem"]?.string { notice("\(subject(of: order)): \(problem)") }
  }

  /// The tabs that the browser has refused to open.
  var refusedTabs: [TabID] {
    unfulfilled.compactMap { unfulfilled in
      switch unfulfilled.order {
      case .open(let id, _, _, _, _, _, _), .openWindow(let id, _, _, _, _): id
      default: nil
      }
    }
  }

  /// Reverts the effects of unfulfilled orders in the model, except for effects that a comparison
  /// of the model with the browser reverts. That comparison must follow.
  func takeBackUnfulfilled() throws {
    guard !unfulfilled.isEmpty else { return }
    let isRefused = unfulfilled.contains { $0.reason != .overtaken }
    recording.actor = isRefused ? .engine : .user
    recording.label = isRefused ? Self.refusalLabel : Self.overtakenLabel
    while let order = unfulfilled.first {
      try takeBack(order)
      notice(sentence(about: order))
      unfulfilled.removeFirst()
    }
  }

  private func takeBack(_ unfulfilled: UnfulfilledOrder) throws {
    switch unfulfilled.order {
    case .open(let id, _, _, _, _, _, _):
      if store.browser.tab(id) != nil { try recording.perform(.closeTabs([id])) }
    case .openWindow(_, let id, _, _, _):
      if store.browser.window(id) != nil { try recording.perform(.closeWindow(id)) }
    case .close(let tabs):
      let kept = unfulfilled.keptTabs.isEmpty ? tabs : unfulfilled.keptTabs
      for id in kept.compactMap({ recording.tabs[$0]?.id }) where store.browser.tab(id) == nil {
        try recording.perform(.reopen(id.event))
      }
    case .travel(let tab, _), .load(let tab, _):
      if case .load = unfulfilled.order, try undoLoad(in: tab) { return }
      // The entry that the browser still shows.
      guard let recorded = recording.tabs[tab], let current = histories[tab]?.current,
        let content = recorded.contents[current.id], let tab = store.browser.tab(recorded.id),
        let place = tab.entries.lastIndex(where: { $0.content == content }), place != tab.index
      else { return }
      try recording.perform(.travel(tab.id, by: place - tab.index))
    case .zoomDefault(_, let former):
      if store.browser.zoom.default != former { try recording.perform(.zoomDefault(former)) }
    default: break
    }
  }

  /// Undoes the navigation that a load was ordered for, so that its page does not stay ahead in the
  /// list.
  ///
  /// - Returns: False if the navigation is part of a larger action, or was followed by others.
  private func undoLoad(in tab: Int64) throws -> Bool {
    guard let recorded = recording.tabs[tab],
      let content = store.browser.tab(recorded.id)?.currentEntry?.content,
      !recorded.contents.values.contains(content)
    else { return false }
    var batch = BatchID.nothing
    try store.visitLog(isPrivate: false, from: content, through: content) { event, _ in
      batch = event.batch
      return false
    }
    var isOnlyNavigation = batch.exists
    try store.visitLog(
      isPrivate: false, from: batch.event, through: store.browser.sequence
    ) { event, _ in
      guard event.batch == batch else { return false }
      if case .navigation = event.body { return true }
      isOnlyNavigation = false
      return false
    }
    guard isOnlyNavigation, try recording.undo(content) else { return false }
    return store.browser.tab(recorded.id)?.currentEntry?.content != content
  }

  // MARK: Sentences

  func notice(_ sentence: String) {
    notices.append(sentence)
    hasNewNotice = true
    if notices.count > Self.noticeLimit { notices.removeFirst() }
  }

  private func sentence(about unfulfilled: UnfulfilledOrder) -> String {
    let subject = subject(of: unfulfilled.order, unfulfilled.keptTabs)
    switch unfulfilled.reason {
    case .overtaken:
      return "\(subject) was changed in the browser just before another program did so. "
        + "The change in the browser was kept."
    case .refused(let reason):
      // An address must not outlive the log, from which it can be forgotten.
      let hasAddress = reason.utf8.contains(UInt8(ascii: "/"))
      return "\(subject) could not be \(unfulfilled.order.participle)"
        + (reason.isEmpty || hasAddress ? "." : ": \(reason)")
    }
  }

  private func subject(of order: LiveOrder, _ keptTabs: [Int64] = []) -> String {
    func name(_ tabs: [Int64]) -> String {
      let ids = tabs.compactMap { recording.tabs[$0]?.id.event.rawValue }
      guard let id = ids.first else { return "A tab" }
      return ids.count == 1 ? "Tab #\(id)" : "\(ids.count) tabs"
    }
    switch order {
    case .open(let id, _, _, _, _, _, _): return "Tab #\(id.event.rawValue)"
    case .openWindow, .focus, .place: return "A window"
    case .close(let tabs): return name(keptTabs.isEmpty ? tabs : keptTabs)
    case .group(let tabs, _, _, _, _, _), .ungroup(let tabs): return name(tabs)
    case .changeGroup: return "A group"
    case .zoomDefault: return "The default zoom"
    case .createBookmark, .moveBookmark, .editBookmark, .removeBookmark: return "A bookmark"
    case .tearOff(let tab, _), .move(let tab, _, _), .pin(let tab, _), .mute(let tab, _),
      .select(let tab), .travel(let tab, _), .load(let tab, _), .reload(let tab),
      .zoom(let tab, _, _):
      return name([tab])
    }
  }
}

extension ObservedBookmark {
  /// The number of bookmarks and folders in a folder.
  fileprivate var count: Int { children.reduce(0) { $0 + 1 + $1.count } }

  /// The title and the address of a bookmark.
  fileprivate var texts: [(name: String, value: JSON)] {
    kind == .bookmark ? [("title", .string(title)), ("url", .string(url))] : []
  }
}

extension LiveOrder {
  /// The participle for the action of the order, as used in a sentence.
  fileprivate var participle: String {
    switch self {
    case .open, .openWindow: "opened"
    case .tearOff: "moved to a new window"
    case .close: "closed"
    case .move, .place, .moveBookmark: "moved"
    case .pin(_, let value): value ? "pinned" : "unpinned"
    case .mute(_, let value): value ? "muted" : "unmuted"
    case .group: "grouped"
    case .ungroup: "removed from a group"
    case .changeGroup, .editBookmark, .zoomDefault: "changed"
    case .select, .focus: "selected"
    case .travel: "sent back or forward"
    case .load: "navigated"
    case .reload: "reloaded"
    case .zoom: "zoomed"
    case .createBookmark: "created"
    case .removeBookmark: "removed"
    }
  }
}
