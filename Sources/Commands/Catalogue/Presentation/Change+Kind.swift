internal import BrowserModel

/// The kinds of changes, with their names in JSON.

extension WindowChange {
  var kind: String {
    switch self {
    case .opened: "windowOpened"
    case .closed: "windowClosed"
    case .moved: "windowMoved"
    case .placed: "windowPlaced"
    case .title: "windowName"
    case .shown: "windowState"
    case .selected: "tabSelected"
    }
  }
}

extension TabChange {
  var kind: String {
    switch self {
    case .opened: "tabOpened"
    case .closed: "tabClosed"
    case .moved: "tabMoved"
    case .pinned: "tabPinned"
    case .muted: "tabMuted"
    case .grouped: "tabGroup"
    case .opener: "tabOpener"
    case .current: "tabEntry"
    case .pending: "tabPending"
    case .status: "tabStatus"
    case .temporaryZoom: "tabZoom"
    }
  }
}

extension EntryChange {
  var kind: String {
    switch self {
    case .gained: "entryAdded"
    case .lost: "entryRemoved"
    case .page: "entryURL"
    case .title: "entryTitle"
    case .scroll: "entryScroll"
    case .picture: "entryPicture"
    case .marks: "entryMarks"
    }
  }
}

extension GroupChange {
  var kind: String {
    switch self {
    case .made: "groupAdded"
    case .gone: "groupRemoved"
    case .title: "groupTitle"
    case .color: "groupColor"
    case .collapsed: "groupCollapsed"
    }
  }
}

extension ClosedChange {
  var kind: String {
    switch self {
    case .gained: "closedAdded"
    case .lost: "closedRemoved"
    case .changed: "closedChanged"
    }
  }
}

extension BookmarkChange {
  var kind: String {
    switch self {
    case .added: "bookmarkAdded"
    case .removed: "bookmarkRemoved"
    case .moved: "bookmarkMoved"
    case .title: "bookmarkTitle"
    case .url: "bookmarkURL"
    case .tags: "bookmarkTags"
    case .keyword: "bookmarkKeyword"
    case .note: "bookmarkNote"
    }
  }
}
