internal import BrowserModel

/// A side of a thing that one event decided, where the state does not say which.
enum Aspect: String, CaseIterable {
  case place, pinned, muted, group, zoom, color, collapsed, closed

  /// Whether an event decides this side of a thing, by its id.
  func isDecided(by body: Body, of id: EventID) -> Bool {
    switch (self, body) {
    case (.place, .bookmark(.moved(let body))): body.bookmark == id
    case (.place, .window(.placed(let body))): body.window == id
    case (.place, .tab(let body)): body.places(id)
    case (.place, .group(.joined(let body))): body.tab == id
    case (.pinned, .tab(.pinned(let body))): body.tab == id
    case (.muted, .tab(.muted(let body))): body.tab == id
    case (.group, .tab(.moved(let body))): body.tab == id
    case (.group, .group(.joined(let body))): body.tab == id
    case (.pinned, .tab(.restored(let body))): body.tab == id
    case (.muted, .tab(.restored(let body))): body.tab == id
    case (.group, .tab(.restored(let body))): body.tab == id
    case (.zoom, .tab(.restored(let body))): body.tab == id
    case (.zoom, .zoom(.temporarySet(let body))): body.tab == id
    case (.color, .group(.changed(let body))): body.group == id
    case (.collapsed, .group(.collapsed(let body))): body.group == id
    case (.closed, .tab(.closed(let body))): body.tab == id
    default: false
    }
  }
}

extension TabEvent {
  /// Whether it says where a tab stands.
  fileprivate func places(_ tab: EventID) -> Bool {
    switch self {
    case .moved(let body): body.tab == tab
    case .pinned(let body): body.tab == tab
    case .reopened(let body): body.tab == tab
    case .restored(let body): body.tab == tab
    default: false
    }
  }
}
