import BrowserModel
import TestSupport
import Testing

/// What would change nothing is refused, so that it costs no undo.
struct NoChangeTests {
  /// What is asked for in a scene.
  struct Wish: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Scene) -> Action

    init(_ words: String, _ make: @escaping @Sendable (Scene) -> Action) {
      testDescription = words
      self.make = make
    }
  }

  static let actions: [Wish] = [
    Wish("move") { .move($0.tab("B"), to: 1) },
    Wish("move past a pin") { .move($0.tab("B"), to: 0) },
    Wish("move of a pinned tab") { .move($0.tab("A"), to: 2) },
    Wish("a window of its own") { .moveToNewWindow($0.tab("E")) },
    Wish("zoom") { .zoom($0.tab("B"), .set(ZoomLevel(percent: 125))) },
    Wish("zoom of a site") { _ in .zoomSite(host: "B.example", ZoomLevel(percent: 125)) },
    Wish("zoom to the default") { .zoom($0.tab("C"), .set(ZoomLevel(percent: 100))) },
    Wish("zoom reset") { .zoom($0.tab("C"), .reset) },
    Wish("temporary zoom") { .zoomTemporarily($0.tab("D"), .set(ZoomLevel(percent: 150))) },
    Wish("temporary zoom reset") { .zoomTemporarily($0.tab("C"), .reset) },
    Wish("default zoom") { _ in .zoomDefault(ZoomLevel(percent: 100)) },
    Wish("setting") { _ in .set(.historyLimit, "40") },
    Wish("group") { .changeGroup($0.group("g"), title: "g", color: .grey) },
    Wish("window") { .placeWindow($0.browser.windows[0].id, bounds: .unknown, showState: .normal) },
    Wish("bookmark") {
      .editBookmark($0.browser.bookmarks.top[0], BookmarkEdit(title: "t", tags: ["x"]))
    },
    Wish("place of a bookmark") {
      .moveBookmark($0.browser.bookmarks.top[0], folder: .nothing, index: 0)
    },
    Wish("pin") { .pin($0.tab("A"), true) },
  ]

  private func scene() throws -> Scene {
    var scene = try Scene("Ap B* C(g) D")
    try scene.perform(.zoom(scene.tab("B"), .set(ZoomLevel(percent: 125))))
    try scene.perform(.zoomTemporarily(scene.tab("D"), .set(ZoomLevel(percent: 150))))
    try scene.perform(.set(.historyLimit, "40"))
    try scene.perform(
      .addBookmark(NewBookmark(.bookmark, title: "t", url: "http://t.example/", tags: ["x"])))
    try scene.perform(.addBookmark(NewBookmark(.bookmark, title: "u", url: "http://u.example/")))
    try scene.perform(.open(OpenTab(.named("E"), isInNewWindow: true)))
    return scene
  }

  @Test(arguments: actions)
  func `nothing is written where nothing would change`(action: Wish) throws {
    let scene = try scene()
    #expect(scene.refusal(of: action.make(scene))?.code == .nothingToDo)
  }

  @Test func `an edit says what changes alone`() throws {
    var scene = try scene()
    let bookmark = scene.browser.bookmarks.top[0]
    let title = scene.browser.bookmarks[bookmark]?.title
    try scene.perform(.editBookmark(bookmark, BookmarkEdit(title: "t", note: "n")))
    #expect(scene.browser.bookmarks[bookmark]?.title == title)
    #expect(scene.browser.bookmarks[bookmark]?.note == scene.browser.sequence)
  }
}
