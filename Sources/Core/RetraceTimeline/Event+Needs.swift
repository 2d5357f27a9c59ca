internal import BrowserModel

extension Event {
  /// Returns the things that the event requires: the things that the event changes or creates, or
  /// to which it adds something. Closing or removing a thing does not require the thing.
  ///
  /// - Parameter browser: The state before the event, to look up the contents of a closed item.
  func needs(before browser: borrowing Browser) -> [Subject] {
    switch body {
    case .window(let event): event.needs(browser)
    case .tab(let event): event.needs(at: sequence)
    case .group(let event): event.needs(at: sequence)
    case .navigation(.committed(let body)):
      [.tab(body.tab), .entry(sequence, tab: body.tab)]
    case .navigation(.traveled(let body)):
      [.tab(body.tab), .entry(body.entry.event, tab: body.tab)]
    case .zoom(.temporarySet(let body)): [.tab(body.tab)]
    case .value(let event): event.owner.subject.map { [$0] } ?? []
    case .bookmark(let event): event.needs(at: sequence)
    default: []
    }
  }

  /// Returns the things that exist in the state because of the event: the things that it creates or
  /// restores.
  func brings(before browser: borrowing Browser) -> [Subject] {
    switch body {
    case .window(.opened): [.window(WindowID(sequence))]
    case .window(.restored(let body)): [.window(body.window)]
    case .window(.reopened(let body)):
      browser.content(ofClosed: body.item) + browser.groups(ofClosed: body.item).map { .group($0) }
    case .tab(.opened), .tab(.duplicated): [.tab(TabID(sequence))]
    case .tab(.reopened(let body)):
      [.tab(body.tab)] + browser.groups(ofClosed: body.item).map { .group($0) }
    case .tab(.restored(let body)): [.tab(body.tab.exists ? body.tab : TabID(sequence))]
    case .tab(.entryRestored(let body)): [.entry(body.entry.event, tab: body.tab)]
    case .group(.created): [.group(GroupID(sequence))]
    case .group(.restored(let body)): [.group(body.group)]
    case .navigation(.committed(let body)): [.entry(sequence, tab: body.tab)]
    case .bookmark(.added): [.bookmark(BookmarkID(sequence))]
    case .bookmark(.restored(let body)): [.bookmark(body.bookmark)]
    default: []
    }
  }
}

extension Browser {
  /// Returns the window and the tabs of a closed item.
  fileprivate func content(ofClosed item: ClosedItemID) -> [Subject] {
    guard let item = closed.last(where: { $0.id == item }) else { return [] }
    return [.window(item.window)] + item.tabs.map { .tab($0.tab.id) }
  }

  /// Returns the groups of the tabs of a closed item.
  fileprivate func groups(ofClosed item: ClosedItemID) -> [GroupID] {
    closed.last { $0.id == item }?.tabs.compactMap { $0.group?.id } ?? []
  }
}

extension WindowEvent {
  fileprivate func needs(_ browser: borrowing Browser) -> [Subject] {
    switch self {
    case .placed(let body): [.window(body.window)]
    case .named(let body): [.window(body.window)]
    case .restored(let body): [.window(body.window)]
    case .reopened(let body): browser.content(ofClosed: body.item)
    case .opened, .closed, .focused: []
    }
  }
}

extension TabEvent {
  fileprivate func needs(at sequence: EventID) -> [Subject] {
    switch self {
    case .opened(let body):
      [.tab(TabID(sequence)), .window(body.window), .group(body.group)]
    case .reopened(let body): [.tab(body.tab), .window(body.window)]
    case .moved(let body): [.tab(body.tab), .window(body.window), .group(body.group)]
    case .pinned(let body): [.tab(body.tab)]
    case .muted(let body): [.tab(body.tab)]
    case .duplicated(let body): [.tab(body.source), .tab(TabID(sequence))]
    case .discarded(let body): [.tab(body.tab)]
    case .restored(let body):
      [
        .tab(body.tab.exists ? body.tab : TabID(sequence)), .window(body.window),
        .group(body.group),
      ]
    case .entryRestored(let body): [.tab(body.tab), .entry(body.entry.event, tab: body.tab)]
    case .cleared(let body): [.tab(body.tab)]
    case .closed, .selected: []
    }
  }
}

extension GroupEvent {
  fileprivate func needs(at sequence: EventID) -> [Subject] {
    switch self {
    case .created: [.group(GroupID(sequence))]
    case .changed(let body): [.group(body.group)]
    case .collapsed(let body): [.group(body.group)]
    case .joined(let body): [.tab(body.tab), .group(body.group)]
    case .restored(let body): [.group(body.group)]
    case .moved(let body): [.group(body.group), .window(body.window)]
    }
  }
}

extension BookmarkEvent {
  fileprivate func needs(at sequence: EventID) -> [Subject] {
    switch self {
    case .added(let body): [.bookmark(BookmarkID(sequence)), .bookmark(body.parent)]
    case .edited(let body): [.bookmark(body.bookmark)]
    case .moved(let body): [.bookmark(body.bookmark), .bookmark(body.parent)]
    case .restored(let body): [.bookmark(body.bookmark), .bookmark(body.parent)]
    case .removed: []
    }
  }
}
