import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// B3: a keyword belongs to one bookmark.
struct KeywordTests {
  @Test func `a keyword moves from its previous bookmark to the new one`() throws {
    var driver = ModelDriver()
    func action(_ name: String) -> Action {
      .addBookmark(NewBookmark(.bookmark, url: "http://\(name).example/", keyword: "k"))
    }
    func keyword(of id: BookmarkID) -> String? {
      driver.library.bookmarks[id].flatMap { driver.log.text(.keyword, of: $0.keyword) }
    }
    let first = BookmarkID(try driver.perform(action("a"))[0].sequence)
    let second = BookmarkID(try driver.perform(action("b"))[0].sequence)
    #expect(keyword(of: first) == "")
    #expect(keyword(of: second) == "k")
    try driver.perform(.editBookmark(first, BookmarkEdit(keyword: "k")))
    #expect(keyword(of: first) == "k")
    #expect(keyword(of: second) == "")
    driver.undo(times: 2)
    #expect(driver.library.bookmarks[first]?.keyword == first.event)
    #expect(driver.library.bookmarks[second] == nil)
  }
}
