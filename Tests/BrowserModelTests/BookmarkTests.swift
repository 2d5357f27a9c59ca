import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// B1 to B3, as far as they concern the state.
struct BookmarkTests {
  /// f(a g(b)) c
  private struct Tree {
    var driver = ModelDriver()
    var ids: [String: BookmarkID] = [:]

    init() throws {
      try add(NewBookmark(.folder, title: "f"))
      try add(page("a"), in: "f")
      try add(NewBookmark(.folder, title: "g"), in: "f")
      try add(page("b"), in: "g")
      try add(page("c"))
    }

    private func page(_ name: String) -> NewBookmark {
      NewBookmark(.bookmark, title: name, url: "http://\(name).example/")
    }

    mutating func add(_ action: NewBookmark, in folder: String? = nil) throws {
      var action = action
      action.folder = folder.flatMap { ids[$0] } ?? .nothing
      ids[action.title ?? "-"] =
        BookmarkID(try driver.perform(.addBookmark(action))[0].sequence)
    }

    subscript(_ name: String) -> BookmarkID { ids[name] ?? .nothing }

    var bookmarks: Bookmarks { driver.library.bookmarks }

    /// The tree as a line: folders with their contents in parentheses, and separators as a dash.
    var line: String { line(of: .nothing) }

    private func line(of folder: BookmarkID) -> String {
      bookmarks.children(of: folder).compactMap { bookmarks[$0] }.map { bookmark in
        switch bookmark.kind {
        case .bookmark: title(bookmark)
        case .folder: title(bookmark) + "(" + line(of: bookmark.id) + ")"
        case .separator: "-"
        }
      }.joined(separator: " ")
    }

    private func title(_ bookmark: Bookmark) -> String {
      driver.log.text(.title, of: bookmark.title) ?? ""
    }
  }

  @Test func `B1: folders, bookmarks and separators form an ordered tree`() throws {
    var tree = try Tree()
    #expect(tree.line == "f(a g(b)) c")
    try tree.add(NewBookmark(.separator, index: 1))
    try tree.add(NewBookmark(.bookmark, title: "d", url: "x:y", index: 0), in: "g")
    #expect(tree.line == "f(a g(d b)) - c")
    #expect(tree.bookmarks.count == 7)
  }

  @Test(arguments: [
    ("a", "", 0, "a f(g(b)) c"), ("c", "g", 1, "f(a g(b c))"), ("f", "", 1, "c f(a g(b))"),
    ("g", "", 0, "g(b) f(a) c"), ("a", "f", 1, "f(g(b) a) c"),
  ])
  func `B1: moving bookmarks and folders`(name: String, folder: String, index: Int, after: String)
    throws
  {
    var tree = try Tree()
    try tree.driver.perform(.moveBookmark(tree[name], folder: tree[folder], index: index))
    #expect(tree.line == after)
  }

  @Test(arguments: ["f", "g"])
  func `B1: a folder can never be inside itself`(inner: String) throws {
    var tree = try Tree()
    #expect(throws: Refusal.self) {
      try tree.driver.perform(.moveBookmark(tree["f"], folder: tree[inner], index: nil))
    }
    var body = BookmarkMoved()
    body.bookmark = tree["f"]
    body.parent = tree[inner]
    var draft = Draft()
    draft.append(.bookmark(.moved(body)))
    tree.driver.append(draft)
    #expect(tree.line == "f(a g(b)) c")
    #expect(tree.driver.browser.brokenInvariants() == [])
  }

  @Test func `B1: removing a folder removes its contents`() throws {
    var tree = try Tree()
    #expect(throws: Refusal.self) { try tree.driver.perform(.removeBookmark(tree["f"])) }
    #expect(tree.line == "f(a g(b)) c")
    try tree.driver.perform(.removeBookmark(tree["f"], all: true))
    #expect(tree.line == "c")
    #expect(tree.bookmarks.count == 1)
    tree.driver.undo()
    #expect(tree.line == "f(a g(b)) c")
  }

  @Test func `B1: an edit changes only the named properties`() throws {
    var tree = try Tree()
    let before = try #require(tree.bookmarks[tree["a"]])
    let edit = BookmarkEdit(title: "A", tags: ["x", "y"], keyword: "k", note: "n\nm")
    let event = try tree.driver.perform(.editBookmark(tree["a"], edit))[0].sequence
    var after = try #require(tree.bookmarks[tree["a"]])
    #expect(after.title == event && after.tags == event && after.keyword == event)
    #expect(after.note == event)
    #expect(tree.driver.log.text(.note, of: event) == "n\nm")
    #expect(after.url == before.url)
    #expect(tree.driver.log.text(.tags, of: event) == "x\ny")
    let nothing = BookmarkEdit(tags: [], keyword: "", note: "")
    let taken = try tree.driver.perform(.editBookmark(tree["a"], nothing))[0].sequence
    after = try #require(tree.bookmarks[tree["a"]])
    #expect(after.tags == taken && after.keyword == taken && after.note == taken)
    for field in [TextField.tags, .keyword, .note] {
      #expect(tree.driver.log.text(field, of: taken) == "")
    }
    #expect(after.title == event)
  }

  @Test func `B3: bookmarks may have equal addresses and any scheme`() throws {
    var tree = try Tree()
    try tree.add(NewBookmark(.bookmark, title: "c2", url: "http://c.example/"))
    try tree.add(NewBookmark(.bookmark, title: "s", url: "javascript:alert(1)"))
    #expect(tree.line == "f(a g(b)) c c2 s")
  }

  @Test func `invalid bookmarks are refused`() throws {
    let tree = try Tree()
    let actions: [(Action, Refusal.Code)] = [
      (.addBookmark(NewBookmark(.bookmark, title: "x")), .invalidValue),
      (.addBookmark(NewBookmark(.bookmark, title: "x", url: "")), .invalidValue),
      (.addBookmark(NewBookmark(.folder)), .invalidValue),
      (.addBookmark(NewBookmark(.separator, folder: tree["a"])), .noSuchBookmark),
      (.addBookmark(NewBookmark(.bookmark, url: "x:", tags: ["a\nb"])), .invalidValue),
      (.editBookmark(tree["a"], BookmarkEdit()), .nothingToDo),
      (.editBookmark(tree["a"], BookmarkEdit(url: "")), .invalidValue),
      (.editBookmark(tree["f"], BookmarkEdit(url: "x:")), .notAllowed),
      (.moveBookmark(tree["a"], folder: tree["c"], index: nil), .noSuchBookmark),
      (.moveBookmark(tree["a"], folder: tree["f"], index: 2), .outOfRange),
      (.moveBookmark(tree["a"], folder: tree["f"], index: .min), .outOfRange),
      (.removeBookmark(BookmarkID(9_999)), .noSuchBookmark),
    ]
    for (action, code) in actions {
      let refusal = #expect(throws: Refusal.self) {
        try tree.driver.state.refusal(of: action, text: tree.driver.log)
      }
      #expect(refusal?.code == code, "\(action)")
    }
  }
}
