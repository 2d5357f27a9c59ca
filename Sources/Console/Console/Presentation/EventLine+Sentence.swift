internal import BrowserModel

/// What an event did, as a person says it.
extension EventLine {
  /// What happened, and to what: `closed Swift — https://swift.org/`.
  ///
  /// - Parameters:
  ///   - namesDevice: Whether it says on which device, if not on this one.
  ///   - naming: Gives what a person calls the thing that a field refers to.
  func sentence(
    namesDevice: Bool = true, naming: (EventField) -> VisibleText?
  ) -> VisibleText {
    let parts = mainParts(naming: naming)
    let main = parts.joined(separator: isValue && parts.count > 1 ? " to " : " ")
    let writer = namesDevice ? devices.writer : nil
    let place: VisibleText = writer.map { " on \($0)" } ?? ""
    if case .tab(.restored(let body)) = event.body, let origin = devices.origin {
      let tab = main.isEmpty ? "a tab" : main
      let goal: VisibleText = writer.map { " to \($0)" } ?? ""
      return (body.isSelected ? "took \(tab) from \(origin)" : "\(tab) came from \(origin)") + goal
    }
    let way: VisibleText = devices.way.map { " \($0)" } ?? ""
    let what = number.isEmpty ? main : main.isEmpty ? number : "\(number): \(main)"
    return (what.isEmpty ? verb : "\(verb) \(what)") + way + place
  }

  /// “#41” for an undo or redo.
  private var number: VisibleText {
    switch event.body {
    case .time(.undone(let body)), .time(.redone(let body)): "#\(body.batch.rawValue)"
    default: ""
    }
  }

  /// Whether the words are a name and what it was set to.
  private var isValue: Bool {
    switch event.body {
    case .setting, .zoom: true
    default: false
    }
  }

  private var verb: VisibleText {
    switch event.body {
    case .window(let body): verb(of: body)
    case .tab(let body): verb(of: body)
    case .group(let body): verb(of: body)
    case .navigation(let body): verb(of: body)
    case .page(let body): verb(of: body)
    case .zoom(.defaultSet): "set the default zoom to"
    case .zoom(.siteSet): "zoomed"
    case .zoom: "zoomed to"
    case .bookmark(let body): verb(of: body)
    case .setting: "set"
    case .session(.opened): "began a session with"
    case .session(.ended): "ended the session"
    case .time(let body): verb(of: body)
    case .device(.joined): "joined the other devices as"
    case .device(.accepted): "told the other devices what was done up to"
    case .device(.sent): "sent"
    case .device(.sentEntry): "sent the page"
    case .device(.orderLost): "lost the order that the devices shared"
    case .unknown: "did something that only a newer version knows"
    }
  }

  private func verb(of event: WindowEvent) -> VisibleText {
    switch event {
    case .opened: "opened a window"
    case .closed: "closed a window"
    case .reopened: "reopened a window"
    case .focused: "went to a window"
    case .placed: "placed a window"
    case .restored: "restored a window"
    }
  }

  private func verb(of event: TabEvent) -> VisibleText {
    switch event {
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

  private func verb(of event: GroupEvent) -> VisibleText {
    switch event {
    case .created: "made the group"
    case .changed: "changed the group"
    case .collapsed(let body): body.isCollapsed ? "collapsed the group" : "expanded the group"
    case .joined(let body): body.group.exists ? "grouped" : "ungrouped"
    case .restored: "restored the group"
    }
  }

  private func verb(of event: NavigationEvent) -> VisibleText {
    switch event {
    case .started, .travelStarted: "set out for"
    case .committed, .traveled: "went to"
    case .reloaded: "reloaded"
    case .stopped: "stopped loading"
    case .failed: "could not load a page:"
    case .loaded: "loaded"
    }
  }

  private func verb(of event: PageEvent) -> VisibleText {
    switch event {
    case .titled: "titled a page"
    case .scrolled: "scrolled a page to"
    case .pictured: "took a picture of"
    case .activated: "touched"
    case .visited: "visited"
    }
  }

  private func verb(of event: BookmarkEvent) -> VisibleText {
    switch event {
    case .added(let body): body.kind == .folder ? "made the folder" : "bookmarked"
    case .edited: "changed the bookmark"
    case .moved: "moved the bookmark"
    case .removed: "removed the bookmark"
    case .restored: "restored the bookmark"
    }
  }

  private func verb(of event: TimeEvent) -> VisibleText {
    switch event {
    case .undone: "undid"
    case .redone: "redid"
    case .marked: "marked a moment as"
    case .branched: "began the branch"
    case .branchHidden: "hid or showed the branch"
    case .forgotten: "forgot pages"
    }
  }
}
