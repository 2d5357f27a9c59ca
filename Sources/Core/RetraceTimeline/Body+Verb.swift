package import BrowserModel

// The verb of an event in a sentence.
extension Body {
  /// The verb that describes this event, without a subject or an object, such as “closed” or
  /// “zoomed to”.
  package var verb: StaticString {
    switch self {
    case .window(let body): body.verb
    case .tab(let body): body.verb
    case .group(let body): body.verb
    case .navigation(let body): body.verb
    case .page(let body): body.verb
    case .zoom(.defaultSet): "set the default zoom to"
    case .zoom(.siteSet): "zoomed"
    case .zoom: "zoomed to"
    case .bookmark(let body): body.verb
    case .setting: "set"
    case .value(.set): "set"
    case .value(.removed): "removed the value"
    case .session(.opened): "began a session with"
    case .session(.ended): "ended the session"
    case .time(let body): body.verb
    case .device(.joined): "joined the other devices as"
    case .device(.accepted(let body)):
      body.device == 0
        ? "shared the actions up to"
        : "applied another device's actions up to"
    case .device(.sent): "sent"
    case .device(.sentEntry): "sent the page"
    case .device(.orderLost): "started to read the shared stream from its beginning"
    case .unknown: "did something that only a newer version supports"
    }
  }
}

extension WindowEvent {
  fileprivate var verb: StaticString {
    switch self {
    case .opened: "opened a window"
    case .closed: "closed a window"
    case .reopened: "reopened a window"
    case .focused: "went to a window"
    case .placed: "placed a window"
    case .restored: "restored a window"
    case .named(let body):
      body.title.count == 0 ? "removed the name of a window" : "named a window"
    }
  }
}

extension TabEvent {
  fileprivate var verb: StaticString {
    switch self {
    case .opened: "opened"
    case .closed: "closed"
    case .reopened: "reopened"
    case .selected: "went to"
    case .moved: "moved"
    case .pinned(let body): body.isPinned ? "pinned" : "unpinned"
    case .muted(let body): body.isMuted ? "muted" : "unmuted"
    case .duplicated: "duplicated"
    case .discarded: "discarded"
    case .restored: "restored"
    case .entryRestored: "restored the page"
    case .cleared: "emptied"
    }
  }
}

extension GroupEvent {
  fileprivate var verb: StaticString {
    switch self {
    case .created: "created the group"
    case .changed: "changed the group"
    case .collapsed(let body): body.isCollapsed ? "collapsed the group" : "expanded the group"
    case .joined(let body): body.group.exists ? "grouped" : "ungrouped"
    case .restored: "restored the group"
    case .moved: "moved the group"
    }
  }
}

extension NavigationEvent {
  fileprivate var verb: StaticString {
    switch self {
    case .started, .travelStarted: "started loading"
    case .committed, .traveled: "went to"
    case .reloaded: "reloaded"
    case .stopped: "stopped loading"
    case .failed: "could not load a page:"
    case .loaded: "loaded"
    }
  }
}

extension PageEvent {
  fileprivate var verb: StaticString {
    switch self {
    case .titled: "titled a page"
    case .scrolled: "scrolled a page to"
    case .pictured: "took a picture of"
    case .activated: "interacted with"
    case .visited: "visited"
    }
  }
}

extension BookmarkEvent {
  fileprivate var verb: StaticString {
    switch self {
    case .added(let body): body.kind == .folder ? "created the folder" : "bookmarked"
    case .edited: "changed the bookmark"
    case .moved: "moved the bookmark"
    case .removed: "removed the bookmark"
    case .restored: "restored the bookmark"
    }
  }
}

extension TimeEvent {
  fileprivate var verb: StaticString {
    switch self {
    case .undone: "undid"
    case .redone: "redid"
    case .marked: "marked a moment as"
    case .branched: "began the branch"
    case .branchHidden: "hid or showed the branch"
    case .forgotten: "forgot pages"
    case .merged: "merged the branch"
    case .proposed: "proposed"
    case .answered(let body):
      switch body.answer {
      case .declined: "declined the proposal"
      case .approved: "approved the proposal"
      case .withdrawn: "withdrew the proposal"
      }
    }
  }
}
