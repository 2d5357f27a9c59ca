/// The subject of an event: a part of the state, identified by its id.
public enum Subject: Hashable, Sendable, BitwiseCopyable {
  /// A window, open or closed.
  case window(WindowID)
  /// A tab, open or closed.
  case tab(TabID)
  /// An entry of a tab's history, identified by its id or its content (``HistoryEntry/content``).
  case entry(EventID, tab: TabID)
  /// A tab group.
  case group(GroupID)
  /// A closed item.
  case closedItem(ClosedItemID)
  /// A bookmark, folder or separator.
  case bookmark(BookmarkID)
  /// The zoom of a site, identified by the event that first named the host.
  case site(EventID)
  /// The default zoom.
  case defaultZoom
  /// A setting.
  case setting(Settings.Name)

  /// The subject itself if it is a tab, the tab of an entry, or nil for other subjects.
  public var tab: TabID? {
    switch self {
    case .tab(let tab), .entry(_, let tab): tab
    default: nil
    }
  }

  /// The event that created the subject, or ``EventID/nothing`` if the subject always exists.
  package var made: EventID {
    switch self {
    case .window(let id): id.event
    case .tab(let id), .entry(_, let id): id.event
    case .group(let id): id.event
    case .closedItem(let id): id.event
    case .bookmark(let id): id.event
    case .site(let event): event
    case .defaultZoom, .setting: .nothing
    }
  }
}

extension Event {
  /// The thing that the event created or changed. Nil for values of the profile, visits, runs of
  /// front ends, events about time, most events about devices, and unknown events.
  public var subject: Subject? {
    switch body {
    case .window(let event): event.subject(madeAt: sequence)
    case .tab(let event): event.subject(madeAt: sequence)
    case .group(let event): event.subject(madeAt: sequence)
    case .navigation(let event): event.subject
    case .page(let event): event.subject
    case .zoom(let event): event.subject(madeAt: sequence)
    case .bookmark(let event): event.subject(madeAt: sequence)
    case .setting(let event): .setting(event.name)
    case .value(let event): event.owner.subject
    case .device(.sent(let event)): .tab(event.tab)
    case .session, .time, .device, .unknown: nil
    }
  }
}

extension WindowEvent {
  fileprivate func subject(madeAt sequence: EventID) -> Subject {
    switch self {
    case .opened: .window(WindowID(sequence))
    case .closed(let body): .window(body.window)
    case .reopened(let body): .closedItem(body.item)
    case .focused(let body): .window(body.window)
    case .placed(let body): .window(body.window)
    case .restored(let body): .window(body.window)
    case .named(let body): .window(body.window)
    }
  }
}

extension TabEvent {
  fileprivate func subject(madeAt sequence: EventID) -> Subject {
    switch self {
    case .opened, .duplicated: .tab(TabID(sequence))
    case .closed(let body): .tab(body.tab)
    case .reopened(let body): .tab(body.tab)
    case .selected(let body): .tab(body.tab)
    case .moved(let body): .tab(body.tab)
    case .pinned(let body): .tab(body.tab)
    case .muted(let body): .tab(body.tab)
    case .discarded(let body): .tab(body.tab)
    case .restored(let body): .tab(body.tab.exists ? body.tab : TabID(sequence))
    case .entryRestored(let body): .tab(body.tab)
    case .cleared(let body): .tab(body.tab)
    }
  }
}

extension GroupEvent {
  fileprivate func subject(madeAt sequence: EventID) -> Subject {
    switch self {
    case .created: .group(GroupID(sequence))
    case .changed(let body): .group(body.group)
    case .collapsed(let body): .group(body.group)
    case .joined(let body): .tab(body.tab)
    case .restored(let body): .group(body.group)
    case .moved(let body): .group(body.group)
    }
  }
}

extension NavigationEvent {
  fileprivate var subject: Subject {
    switch self {
    case .started(let body): .tab(body.tab)
    case .travelStarted(let body): .entry(body.entry.event, tab: body.tab)
    case .committed(let body): .tab(body.tab)
    case .traveled(let body): .entry(body.entry.event, tab: body.tab)
    case .reloaded(let body): .tab(body.tab)
    case .stopped(let body): .tab(body.tab)
    case .failed(let body): .tab(body.tab)
    case .loaded(let body): .tab(body.tab)
    }
  }
}

extension PageEvent {
  fileprivate var subject: Subject? {
    switch self {
    case .titled(let body): .entry(body.content, tab: body.tab)
    case .scrolled(let body): .entry(body.content, tab: body.tab)
    case .pictured(let body): .entry(body.content, tab: body.tab)
    case .activated(let body): .entry(body.content, tab: body.tab)
    case .visited: nil
    }
  }
}

extension ZoomEvent {
  fileprivate func subject(madeAt sequence: EventID) -> Subject {
    switch self {
    case .siteSet(let body): .site(body.site.exists ? body.site : sequence)
    case .defaultSet: .defaultZoom
    case .temporarySet(let body): .tab(body.tab)
    }
  }
}

extension BookmarkEvent {
  fileprivate func subject(madeAt sequence: EventID) -> Subject {
    switch self {
    case .added: .bookmark(BookmarkID(sequence))
    case .edited(let body): .bookmark(body.bookmark)
    case .moved(let body): .bookmark(body.bookmark)
    case .removed(let body): .bookmark(body.bookmark)
    case .restored(let body): .bookmark(body.bookmark)
    }
  }
}
