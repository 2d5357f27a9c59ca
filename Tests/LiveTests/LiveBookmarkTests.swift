import BrowserModel
import Notation
import RetraceStore
import Testing

@testable import Live

/// The bookmarks of a browser and of its profile, in both directions.
struct LiveBookmarkTests {
  private let browser: BrowserScript
  private var store: Store { browser.store }

  init() throws {
    browser = try BrowserScript()
    try browser.open("https://start.example/")
    browser.bookmarks = ScriptedBookmarks()
  }

  /// Starts a browser with `A F(B C)` in its bar.
  private func start() throws {
    create("A")
    let folder = browser.bookmarks?.create("F") ?? ""
    create("B", in: folder)
    create("C", in: folder)
    try browser.start()
  }

  @discardableResult
  private func create(_ title: String, in folder: String = "1", at index: Int? = nil) -> String {
    browser.bookmarks?.create(title, "https://example/\(title)", in: folder, at: index) ?? ""
  }

  /// The bookmarks of the model as text.
  private func model(_ folder: BookmarkID = .nothing) throws -> String {
    let library = try store.readLibrary().bookmarks
    return try library.children(of: folder).compactMap { library[$0] }.map { bookmark in
      let title = try title(of: bookmark)
      return bookmark.kind == .folder ? "\(title)(\(try model(bookmark.id)))" : title
    }.joined(separator: " ")
  }

  private func title(of bookmark: Bookmark) throws -> String {
    try store.read { words in words.text(.title, of: bookmark.title) ?? "" }
  }

  private func bookmark(_ title: String) throws -> BookmarkID {
    let all = try store.readLibrary().bookmarks.all
    return try #require(all.first { try self.title(of: $0) == title }).id
  }

  private var bar: String { browser.bookmarks?.text(of: "1") ?? "" }
  private var other: String { browser.bookmarks?.text(of: "2") ?? "" }

  // MARK: From the browser

  @Test func theFirstReportIsRecordedOnce() throws {
    try start()
    #expect(try model() == "Bookmarks bar(A F(B C))")
    let newest = store.browser.sequence
    try browser.sendBookmarks()
    #expect(store.browser.sequence == newest)
    #expect(browser.orders.isEmpty)
    #expect(throws: Refusal.self, "There is nothing that the user has done.") {
      try store.undo()
    }
  }

  @Test func importedBookmarksAreNotDoubled() throws {
    let folder = try add(.folder, "Bookmarks Toolbar", in: .nothing)
    try add(.bookmark, "A", in: folder)
    let inner = try add(.folder, "F", in: folder)
    try add(.bookmark, "C", in: inner)
    try add(.bookmark, "Mine", in: inner)
    try start()
    #expect(bar == "A F(Mine B C)")
    #expect(try model() == "Bookmarks Toolbar(A F(Mine B C))")
  }

  @discardableResult
  private func add(
    _ kind: Bookmark.Kind, _ title: String, in folder: BookmarkID, at index: Int? = nil
  ) throws -> BookmarkID {
    let url = kind == .bookmark ? "https://example/\(title)" : nil
    try store.perform(
      .addBookmark(NewBookmark(kind, title: title, url: url, folder: folder, index: index)))
    return try bookmark(title)
  }

  @Test func changesOfTheUserAreRecorded() throws {
    try start()
    let a = try bookmark("A")
    create("D", at: 0)
    try browser.sendBookmarks()
    #expect(try model() == "Bookmarks bar(D A F(B C))")
    browser.bookmarks?.rename("3", "Renamed")
    browser.bookmarks?.move("3", to: "4", at: 1)
    try browser.sendBookmarks()
    #expect(try model() == "Bookmarks bar(D F(B Renamed C))")
    #expect(try bookmark("Renamed") == a)
    browser.bookmarks?.remove("4")
    try browser.sendBookmarks()
    #expect(try model() == "Bookmarks bar(D)")
    #expect(browser.orders.isEmpty)
  }

  @Test func aFolderThatIsRemovedKeepsWhatWasMovedOut() throws {
    try start()
    let b = try bookmark("B")
    browser.bookmarks?.move("5", to: "2", at: 0)
    browser.bookmarks?.remove("4")
    try browser.sendBookmarks()
    #expect(try model() == "Bookmarks bar(A) Other bookmarks(B)")
    #expect(try bookmark("B") == b)
  }

  // MARK: From other programs

  /// Browsers may restore a removed bookmark with a new id or with its former id.
  @Test(arguments: [false, true])
  func aBookmarkThatTheBrowserBringsBackIsANewBookmark(keepsID: Bool) throws {
    try start()
    let former = try bookmark("A")
    let node = try #require(browser.bookmarks?.nodes.first { $0.value.title == "A" })
    browser.bookmarks?.remove(node.key)
    try browser.sendBookmarks()
    #expect(try model() == "Bookmarks bar(F(B C))")
    if keepsID { browser.bookmarks?.restore(node.key, node.value) } else { create("A") }
    try browser.sendBookmarks()
    #expect(try model() == "Bookmarks bar(F(B C) A)")
    #expect(try bookmark("A") != former)
    // Both sides know the new bookmark.
    try store.perform(.removeBookmark(bookmark("A")))
    try browser.followProfile()
    #expect(bar == "F(B C)")
  }

  @Test func bookmarksOfOtherProgramsAreCreated() throws {
    try start()
    try add(.bookmark, "D", in: bookmark("F"), at: 1)
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(bar == "A F(B D C)")
    #expect(browser.orders == ["createBookmark"])
    #expect(store.browser.sequence == newest)
  }

  /// A browser has nothing outside its roots.
  @Test func aBookmarkOutsideTheRootsGoesIntoOtherBookmarks() throws {
    try start()
    try add(.bookmark, "D", in: .nothing)
    let id = try bookmark("D")
    try browser.followProfile()
    #expect(other == "D")
    #expect(try model() == "Bookmarks bar(A F(B C)) Other bookmarks(D)")
    #expect(try bookmark("D") == id)
    try store.undo()
    try browser.followProfile()
    #expect(other == "")
  }

  @Test func changesOfOtherProgramsAreMadeInTheBrowser() throws {
    try start()
    try store.perform(.editBookmark(bookmark("A"), BookmarkEdit(title: "Renamed")))
    try store.perform(.moveBookmark(bookmark("C"), folder: bookmark("F"), index: 0))
    try browser.followProfile()
    #expect(bar == "Renamed F(C B)")
    try store.perform(.moveBookmark(bookmark("F"), folder: bookmark("Bookmarks bar"), index: 0))
    try store.perform(.moveBookmark(bookmark("B"), folder: bookmark("Bookmarks bar"), index: 1))
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(bar == "F(C) B Renamed")
    #expect(store.browser.sequence == newest)
  }

  @Test func undoOfARemovalBringsAFolderBack() throws {
    try start()
    browser.bookmarks?.remove("4")
    try browser.sendBookmarks()
    #expect(bar == "A")
    let newest = store.browser.sequence
    try store.undo()
    try browser.followProfile()
    #expect(bar == "A F(B C)")
    try store.redo()
    try browser.followProfile()
    #expect(bar == "A")
    #expect(store.browser.sequence == newest.advanced(by: 2))
  }

  @Test func manyBookmarksAreCreatedInSeveralMessages() throws {
    try start()
    let folder = try add(.folder, "Many", in: bookmark("Bookmarks bar"))
    let names = (0..<1_000).map { "\($0)" }
    try store.perform(
      asOne: names.map {
        .addBookmark(
          NewBookmark(.bookmark, title: $0, url: "https://example/\($0)", folder: folder))
      })
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(bar == "A F(B C) Many(\(names.joined(separator: " ")))")
    #expect(store.browser.sequence == newest)
  }

  @Test func aRefusedBookmarkStaysInTheProfileOnly() throws {
    try start()
    browser.bookmarks?.refused = ["D"]
    try add(.bookmark, "D", in: bookmark("F"), at: 0)
    try browser.followProfile()
    #expect(bar == "A F(B C)")
    #expect(try model() == "Bookmarks bar(A F(D B C))")
    try add(.bookmark, "E", in: bookmark("F"))
    try browser.followProfile()
    #expect(bar == "A F(B C E)")
    #expect(browser.orders == ["createBookmark", "createBookmark"])
  }

  // MARK: While the browser was closed

  @Test func bothSidesMayHaveChangedMeanwhile() throws {
    try start()
    try browser.session.end()
    try store.perform(.removeBookmark(bookmark("B")))
    try store.perform(.editBookmark(bookmark("C"), BookmarkEdit(title: "Console")))
    try add(.bookmark, "D", in: bookmark("F"))
    create("E", at: 0)
    try browser.start()
    #expect(bar == "E A F(Console D)")
    #expect(try model() == "Bookmarks bar(E A F(Console D))")
  }
}
