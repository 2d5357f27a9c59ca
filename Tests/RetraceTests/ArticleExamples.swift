import Foundation
import Retrace
import RetraceEventLog
import TestSupport
import Testing

/// The examples of the articles about one subject each, with the same lines.
@Suite struct ArticleExamples {
  @Test func `performing actions`() throws {
    let folder = try TemporaryFolder()
    let path = folder.profile
    // example: PerformingActions
    let store = try Store(profile: path)
    let tab = try store.open("swift.org")
    try store.perform(.pin(tab, true))
    // end
    // example: PerformingActions
    let page = Destination("https://swift.org/blog/", transition: .link)
    let commit = try store.perform(.open(OpenTab(page, isPinned: true)))
    let blog = commit.openedTab!
    // end
    #expect(try store.session.tabs.map(\.id) == [tab, blog])
    // example: PerformingActions
    try store.perform(asOne: [.mute(tab, true), .mute(blog, true)], named: "silence")
    // end
    // example: PerformingActions
    try store.perform(.reportTitle(tab, "Swift"), by: Origin(.page))
    try store.perform(.closeTabs([blog]), by: Origin(via: .key))
    // end
    var message = ""
    // example: PerformingActions
    do {
      try store.perform(.pin(tab, true))
    } catch let error as Refusal where error.code == .nothingToDo {
      // The tab is pinned already.
    } catch let error as any RetraceError {
      message = error.localizedDescription
    }
    // end
    #expect(message.isEmpty)
    // example: PerformingActions
    let shown = try store.session.sequence  // of the state that the user sees
    try store.perform(.closeTabs([tab]), if: Precondition(unchangedSince: shown))
    // end
    #expect(try store.session.tabs.isEmpty)
  }

  @Test func `an undo menu`() throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    // example: UndoMenu
    let undoItem = try store.undoTitle.map { "Undo: \($0)" } ?? "Undo"
    let canRedo = try store.redoTitle != nil
    // end
    #expect(undoItem == "Undo: opened https://swift.org/" && !canRedo)
    // example: UndoMenu
    try store.perform(.closeTabs([tab]))
    let undone = try store.undo()
    let title = try store.title(of: undone.batch)  // closed https://swift.org/
    try store.redo()
    // end
    #expect(title == "closed https://swift.org/")
    try store.undo()
    // example: UndoMenu
    try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "quiet")
    // end
    #expect(try store.undoTitle == "quiet")
    // example: UndoMenu
    let pinned = try store.perform(.pin(tab, false))
    try store.perform(.mute(tab, false))
    let result = try store.undo(event: pinned.sequence)  // the tab stays unmuted
    for kept in result.kept { print("\(kept.batch) is needed by \(kept.reason)") }
    // end
    #expect(try store.session.tab(tab)?.isPinned == true)
    #expect(try store.session.tab(tab)?.isMuted == false)
    // example: UndoMenu
    let plan = try store.planOfUndo(.newest(3))
    let titles = try plan.batches.compactMap { try store.title(of: $0) }
    // end
    #expect(titles.count == 3)
  }

  @Test func `a time slider`() throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    try store.open("webkit.org")
    try store.perform(.closeTabs([tab]))
    // example: TimeSlider
    let moments = try store.moments
    for moment in moments { print(moment.date, moment.label) }
    // end
    #expect(moments.map(\.label).last == "closed https://swift.org/")
    // example: TimeSlider
    let position = 1
    let past = try store.session(at: moments[position].moment)
    for tab in try past.tabs { print(tab) }
    // end
    #expect(try past.tabs.count == 2)
    // example: TimeSlider
    let yesterday = try store.session(asOf: Date(timeIntervalSinceNow: -86_400))
    // end
    #expect(try yesterday.tabs.isEmpty)
    // example: TimeSlider
    for change in past.changes(to: try store.session) {
      switch change {
      case .tab(let tab, .closed): print("closed", try past.tab(tab)?.title ?? "")
      case .tab(let tab, .opened): print("opened", try store.session.tab(tab)?.title ?? "")
      default: break
      }
    }
    // end
    // example: TimeSlider
    try store.restore(moments[position].moment, [.tab(tab)])
    try store.restore(moments[0].moment)
    // end
    #expect(try store.session.tabs.map(\.id) == [tab])
    // example: TimeSlider
    try store.mark("lunch")
    try store.mark("morning", at: moments[0].moment)
    // end
  }

  @Test func `trees of tabs`() throws {
    let store = Store.inMemory()
    let home = try store.open("swift.org")
    // example: TabTrees
    let blog = try store.open("https://swift.org/blog/", from: home, inBackground: true)
    let docs = try store.open("https://swift.org/documentation/", from: home)
    // end
    #expect(try store.session.activeTab?.id == docs)
    let session = try store.session
    var lines: [String] = []
    // example: TabTrees
    func show(_ opener: TabID? = nil, depth: Int = 0) throws {
      for tab in try session.children(of: opener) {
        lines.append(String(repeating: "  ", count: depth) + (tab.url ?? ""))
        try show(tab.id, depth: depth + 1)
      }
    }
    try show()
    // end
    #expect(
      lines == [
        "https://swift.org/", "  https://swift.org/documentation/", "  https://swift.org/blog/",
      ])
    // example: TabTrees
    let opener = try session.tab(blog)?.opener
    // end
    #expect(opener == home)
    // example: TabTrees
    try store.go("https://swift.org/documentation/articles/", in: docs)
    for entry in try store.session.entries(of: docs) { print(entry.offset, entry.page) }
    try store.perform(.step(docs, by: -1))  // Back
    // end
    // example: TabTrees
    try store.go("webkit.org", in: docs)
    for place in try store.trail(of: docs) {
      print(String(repeating: "  ", count: place.depth), place.page, place.isCurrent)
    }
    // end
    #expect(try store.trail(of: docs).count == 3)
  }

  @MainActor @Test func `custom values`() async throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    let window = try #require(store.session.windows.first).id
    // example: CustomValues
    try store.setValue("read later".utf8, named: "app.note", of: .tab(tab))
    try store.setValue("2".utf8, named: "app.screen", of: .window(window))
    let note = try store[tab, "app.note"].map { String(decoding: $0, as: UTF8.self) }
    let screen = try store.session[.window(window), "app.screen"]
    // end
    #expect(note == "read later" && screen == Array("2".utf8))
    // example: CustomValues
    struct Visitor: Codable {
      var name: String
      var language: String
    }
    let data = try JSONEncoder().encode(Visitor(name: "Ada", language: "en"))
    try store.setValue(data, named: "app.visitor", of: .profile)
    let stored = try store.session[.profile, "app.visitor"]
    let visitor = try stored.map { try JSONDecoder().decode(Visitor.self, from: Data($0)) }
    // end
    #expect(visitor?.name == "Ada")
    // example: CustomValues
    for value in try store.session.values(of: .tab(tab)) { print(value.name, value.text ?? "") }
    try store.removeValue(named: "app.note", of: .tab(tab))
    try store.undo()
    // end
    #expect(try store[tab, "app.note"] != nil)
    let model = SessionModel.inMemory()
    let home = try await model.open("swift.org")
    // example: CustomValues
    try await model.setValue("read later".utf8, named: "app.note", of: .tab(home))
    let shown = try model.session[home, "app.note"]
    try await model.removeValue(named: "app.note", of: .tab(home))
    // end
    #expect(shown == Array("read later".utf8))
    #expect(try model.session[home, "app.note"] == nil)
  }

  @Test func `windows and groups`() throws {
    let store = Store.inMemory()
    // example: WindowsAndGroups
    let bounds = Session.Window.Bounds(x: 0, y: 0, width: 640, height: 1_080)
    let left = try store.openWindow("swift.org", bounds: bounds)
    let right = try store.openWindow()  // with the start page
    try store.perform(.nameWindow(left, "Left screen"))
    try store.perform(.placeWindow(right, bounds: bounds, showState: .maximized))
    try store.perform(.focusWindow(left))
    // end
    // example: WindowsAndGroups
    let home = try store.session.window(left)!.activeTab!.id
    let opened = try store.perform(.open(OpenTab(Destination("https://a.example/"), window: left)))
    let other = opened.openedTab!
    try store.perform(.select(home))
    try store.perform(.move(other, to: 0, window: right))
    try store.perform(.moveToNewWindow(other))
    // end
    #expect(try store.session.windows.count == 3)
    let second = try store.open("https://b.example/", from: home)
    try store.open("https://c.example/", from: home)
    // example: WindowsAndGroups
    let made = try store.perform(.group([home, second], title: "Reading", color: .blue))
    let group = made.createdGroup!
    try store.perform(.changeGroup(group, title: "To read"))
    try store.perform(.collapse(group, true))
    let members = try store.session.tabs.filter { $0.group == group }
    // end
    #expect(members.map(\.id) == [home, second])
    // example: WindowsAndGroups
    try store.perform(.closeWindow(left))
    let item = try store.session.closed[0]
    try store.reopen(item.id.event)
    // end
    #expect(try store.session.windows.count == 3)
  }

  @Test func `bookmarks`() throws {
    let store = Store.inMemory()
    // example: UsingBookmarks
    let reading = NewBookmark(.folder, title: "Reading")
    let folder = try store.perform(.addBookmark(reading)).addedBookmark!
    let swift = NewBookmark(
      .bookmark, title: "Swift", url: "https://swift.org/", tags: ["language"], keyword: "sw",
      folder: folder)
    let bookmark = try store.perform(.addBookmark(swift)).addedBookmark!
    // end
    // example: UsingBookmarks
    for item in try store.session.bookmarks {
      print(item.kind, item.title ?? "", item.children.map(\.page))
    }
    let isBookmarked = try store.isBookmarked("https://swift.org/")
    // end
    #expect(isBookmarked)
    // example: UsingBookmarks
    try store.perform(.editBookmark(bookmark, BookmarkEdit(title: "Swift.org", note: "Read 6.2")))
    try store.perform(.moveBookmark(bookmark, folder: .nothing, index: 0))
    try store.perform(.removeBookmark(folder))
    try store.undo()
    // end
    #expect(try store.session.bookmarks.map(\.title) == ["Swift.org", "Reading"])
    // example: UsingBookmarks
    let tab = try store.open("sw")  // the keyword
    // end
    #expect(try store.session.tab(tab)?.url == "https://swift.org/")
  }

  @Test func `searching`() throws {
    let store = Store.inMemory()
    let tab = try store.open("https://www.swift.org/blog/")
    try store.perform(.reportTitle(tab, "The Swift Blog"))
    // example: Searching
    for page in try store.pages(PageQuery("swi", limit: 10)) { print(page.url, page.visitCount) }
    // end
    #expect(try store.pages(PageQuery("swi", limit: 10)).count == 1)
    // example: Searching
    let found = try store.pages(containing: "blog swift", limit: 10)
    for page in found { print(page.title, page.url) }
    // end
    #expect(found.map(\.title) == ["The Swift Blog"])
    // example: Searching
    let typed = "swift blog"
    let open = try store.session.tabs.filter { tab in
      (tab.title ?? "").localizedCaseInsensitiveContains(typed)
    }
    // end
    #expect(open.count == 1)
    // example: Searching
    let destination = try store.session.destination("what is an event log")
    print(destination.url, destination.searchWords ?? "")
    // end
    #expect(destination.searchWords == "what is an event log")
  }

  @Test func `programs`() throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    let other = try store.open("webkit.org")
    // example: ProgramsAndUndo
    let tidier = Origin(agent: "tidier", run: UInt32.random(in: 1 ... .max))
    try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "tidy up", by: tidier)
    try store.perform(.closeTabs([other]), by: tidier)
    let title = try store.undoTitle  // closed https://webkit.org/ (by tidier)
    // end
    #expect(title == "closed https://webkit.org/ (by tidier)")
    // example: ProgramsAndUndo
    let plan = try store.planOfUndo(.program(ProgramActions(by: "tidier")))
    print(plan.batches.count, "actions,", plan.kept.count, "are kept")
    // end
    #expect(plan.batches.count == 2)
    // example: ProgramsAndUndo
    let undone = try store.undo(agent: "tidier")
    for kept in undone.kept { print(try store.title(of: kept.batch) ?? "") }
    // end
    #expect(undone.results.count == 2)
    try store.perform(.pin(tab, true), by: tidier)
    // example: ProgramsAndUndo
    try store.undo(.program(ProgramActions(by: "tidier", runs: .all)), includingLater: true)
    // end
    // example: ProgramsAndUndo
    let branch = BranchID(try store.branch("tidier-work", by: tidier).sequence)
    try store.switchBranch(to: branch)
    try store.perform(.closeTabs([other]), by: tidier)
    try store.propose(branch, as: "tidy", saying: "Closes what you have read.", by: tidier)
    try store.switchBranch(to: .nothing)
    // end
    #expect(try store.session.tab(other) != nil)
    // example: ProgramsAndUndo
    for proposal in try store.proposals() where proposal.state == .waiting {
      let preview = try store.previewOfApproving(proposal.id)
      print(proposal.agent ?? "you", preview.present.changes(to: preview.state).count, "changes")
      try store.approve(proposal.id, digest: preview.digest)
    }
    // end
    #expect(try store.session.tab(other) == nil)
    // example: ProgramsAndUndo
    for note in try store.notes(about: .tab(tab)) { print(note.agent ?? "you", note.sentence()) }
    // end
    #expect(try store.session.tab(tab)?.isPinned == false)
  }

  @MainActor @Test func `observing changes`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.profile
    // example: ObservingChanges
    let model = try await SessionModel(profile: path)
    try await model.open("swift.org")
    let titles = try model.session.tabs.map { $0.title ?? $0.url ?? "" }
    let canUndo = model.canUndo
    // end
    #expect(titles == ["https://swift.org/"] && canUndo)
    // example: ObservingChanges
    let count = try await model.withStore { store in try store.pages(PageQuery()).count }
    // end
    #expect(count == 1)
    let store = Store.inMemory()
    try store.open("swift.org")
    // example: ObservingChanges
    for try await change in store.changes(since: .nothing) {
      for commit in change.commits { print(commit.batch, commit.agent ?? "the user") }
      for case .tab(let tab, .opened) in change.changes { print("opened", tab) }
      if change.sequence == store.browser.sequence { break }
    }
    // end
    // example: ObservingChanges
    let position = try store.cursor(named: "mirror") ?? .nothing
    for try await change in store.changes(since: position) {
      try store.acknowledge("mirror", through: change.sequence)
      if change.sequence == store.browser.sequence { break }
    }
    // end
    #expect(try store.cursor(named: "mirror") == store.browser.sequence)
  }

  @Test func `states to send and to store`() throws {
    let store = Store.inMemory()
    try store.open("swift.org")
    // example: ImportAndExport
    struct Snapshot: Codable {
      var windows: [Session.Window]
      var bookmarks: [Session.Bookmark]
    }
    let session = try store.session
    let snapshot = Snapshot(windows: try session.windows, bookmarks: try session.bookmarks)
    let data = try JSONEncoder().encode(snapshot)
    // end
    let copy = try JSONDecoder().decode(Snapshot.self, from: data)
    #expect(try copy.windows == session.windows)
    let target = Store.inMemory()
    // example: ImportAndExport
    for window in snapshot.windows {
      let tabs = window.tabs.compactMap { tab in tab.url.map { Destination($0) } }
      let first = try target.openWindow(bounds: window.bounds, by: Origin(.import))
      try target.perform(
        asOne: tabs.map { .open(OpenTab($0, window: first)) }, named: "import",
        by: Origin(.import))
    }
    // end
    #expect(try target.session.tabs.last?.url == "https://swift.org/")
  }
}
