// The names of changes in JSON. Programs rely on them, so a name never changes.

extension WindowChange {
  package var kind: String {
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
  package var kind: String {
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
  package var kind: String {
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
  package var kind: String {
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
  package var kind: String {
    switch self {
    case .gained: "closedAdded"
    case .lost: "closedRemoved"
    case .changed: "closedChanged"
    }
  }
}

extension BookmarkChange {
  package var kind: String {
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
