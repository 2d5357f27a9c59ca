internal import BrowserModel

/// A property of a thing whose deciding event the state does not contain.
enum WhyProperty: String, CaseIterable {
  case place, pinned, muted, group, zoom, color, collapsed, closed

  /// Whether an event decides this property of the thing with an id.
  func isDecided(by body: Body, of id: EventID) -> Bool {
    switch (self, body) {
    case (.place, .bookmark(.moved(let body))): body.bookmark.event == id
    case (.place, .window(.placed(let body))): body.window.event == id
    case (.place, .tab(let body)): body.places(TabID(id))
    case (.place, .group(.joined(let body))): body.tab.event == id
    case (.pinned, .tab(.pinned(let body))): body.tab.event == id
    case (.muted, .tab(.muted(let body))): body.tab.event == id
    case (.group, .tab(.moved(let body))): body.tab.event == id
    case (.group, .group(.joined(let body))): body.tab.event == id
    case (.place, .group(.moved(let body))): body.group.event == id
    case (.pinned, .tab(.restored(let body))): body.tab.event == id
    case (.muted, .tab(.restored(let body))): body.tab.event == id
    case (.group, .tab(.restored(let body))): body.tab.event == id
    case (.zoom, .tab(.restored(let body))): body.tab.event == id
    case (.zoom, .zoom(.temporarySet(let body))): body.tab.event == id
    case (.color, .group(.changed(let body))): body.group.event == id
    case (.collapsed, .group(.collapsed(let body))): body.group.event == id
    case (.closed, .tab(.closed(let body))): body.tab.event == id
    default: false
    }
  }
}
