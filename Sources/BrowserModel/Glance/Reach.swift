/// Which tabs an event may change.
enum Reach {
  case nothing
  /// One tab, which stays where it is.
  case tab(Sequence)
  /// One tab and where it stands, and which tabs of its windows are active.
  case place(Sequence)
  /// Any of them.
  case all
}

extension Event {
  var reach: Reach {
    switch body {
    case .tab(let event): event.reach(at: sequence)
    case .navigation, .page, .zoom: subject?.tab.map { .tab($0) } ?? .nothing
    case .group(.joined(let body)): .place(body.tab)
    case .window(.closed), .window(.reopened), .window(.restored), .session(.opened): .all
    // A window is in no list before its first tab enters it.
    case .window(.opened), .window(.placed): .nothing
    case .window(.focused): .place(.nothing)
    case .group, .session, .bookmark, .setting, .time, .unknown: .nothing
    }
  }
}

extension TabEvent {
  fileprivate func reach(at sequence: Sequence) -> Reach {
    switch self {
    case .opened, .duplicated: .place(sequence)
    case .closed(let body): .place(body.tab)
    case .reopened(let body): .place(body.tab)
    case .selected(let body): .place(body.tab)
    case .moved(let body): .place(body.tab)
    case .pinned(let body): .place(body.tab)
    case .restored(let body): .place(body.tab.exists ? body.tab : sequence)
    case .muted(let body): .tab(body.tab)
    case .discarded(let body): .tab(body.tab)
    case .entryRestored(let body): .tab(body.tab)
    case .cleared(let body): .tab(body.tab)
    }
  }
}
