import BrowserModel
import TestSupport
import Testing

/// Actions without an effect are refused, so that there is no need to undo them.
struct NoChangeTests {
  /// An action in a scene, with a name for the test.
  struct NamedAction: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Scene) -> Action

    init(_ words: String, _ make: @escaping @Sendable (Scene) -> Action) {
      testDescription = words
      self.make = make
    }
  }

  static let actions: [NamedAction] = [
    NamedAction("move") { .move($0.tab("B"), to: 1) },
    NamedAction("move past a pinned tab") { .move($0.tab("B"), to: 0) },
    NamedAction("move of a pinned tab") { .move($0.tab("A"), to: 2) },
    NamedAction("move to a new window") { .moveToNewWindow($0.tab("E")) },
    NamedAction("zoom") { .zoom($0.tab("B"), .set(ZoomLevel(percent: 125))) },
    NamedAction("zoom of a site") { _ in .zoomSite(host: "B.example", ZoomLevel(percent: 125)) },
    NamedAction("zoom to the default") { .zoom($0.tab("C"), .set(ZoomLevel(percent: 100))) },
    NamedAction("zoom reset") { .zoom($0.tab("C"), .reset) },
    NamedAction("temporary zoom") { .zoomTemporarily($0.tab("D"), .set(ZoomLevel(percent: 150))) },
    NamedAction("temporary zoom reset") { .zoomTemporarily($0.tab("C"), .reset) },
    NamedAction("default zoom") { _ in .zoomDefault(ZoomLevel(percent: 100)) },
    NamedAction("setting") { _ in .set(.historyLimit, "40") },
    NamedAction("group") { .changeGroup($0.group("g"), title: "g", color: .grey) },
    NamedAction("window") {
      .placeWindow($0.browser.windows[0].id, bounds: .unknown, showState: .normal)
    },
    NamedAction("bookmark") {
      .editBookmark($0.driver.library.bookmarks.top[0], BookmarkEdit(title: "t", tags: ["x"]))
    },
    NamedAction("position of a bookmark") {
      .moveBookmark($0.driver.library.bookmarks.top[0], folder: .nothing, index: 0)
    },
    NamedAction("value") { .setValue(.tab($0.tab("B")), "app.key", [1]) },
    NamedAction("removal of a value") { .setValue(.tab($0.tab("B")), "app.other", nil) },
    NamedAction("pin") { .pin($0.tab("A"), true) },
  ]

  private func scene() throws -> Scene {
    var scene = try Scene("Ap B* C(g) D")
    try scene.perform(.zoom(scene.tab("B"), .set(ZoomLevel(percent: 125))))
    try scene.perform(.zoomTemporarily(scene.tab("D"), .set(ZoomLevel(percent: 150))))
    try scene.perform(.set(.historyLimit, "40"))
    try scene.perform(.setValue(.tab(scene.tab("B")), "app.key", [1]))
    try scene.perform(
      .addBookmark(NewBookmark(.bookmark, title: "t", url: "http://t.example/", tags: ["x"])))
    try scene.perform(.addBookmark(NewBookmark(.bookmark, title: "u", url: "http://u.example/")))
    try scene.perform(.open(OpenTab(.named("E"), isInNewWindow: true)))
    return scene
  }

  @Test(arguments: actions)
  func `no event is written if nothing would change`(action: NamedAction) throws {
    let scene = try scene()
    #expect(scene.refusal(of: action.make(scene))?.code == .nothingToDo)
  }

  @Test func `an edit contains only the changes`() throws {
    var scene = try scene()
    let bookmark = scene.driver.library.bookmarks.top[0]
    let title = scene.driver.library.bookmarks[bookmark]?.title
    try scene.perform(.editBookmark(bookmark, BookmarkEdit(title: "t", note: "n")))
    #expect(scene.driver.library.bookmarks[bookmark]?.title == title)
    #expect(scene.driver.library.bookmarks[bookmark]?.note == scene.browser.sequence)
  }

  @Test func `another spelling of the same letters is a change`() throws {
    var scene = try Scene("A* B(g)")
    let (window, group) = (scene.browser.windows[0].id, scene.group("g"))
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    try scene.perform(.nameWindow(window, composed))
    try scene.perform(.nameWindow(window, decomposed))
    try scene.perform(.changeGroup(group, title: composed))
    try scene.perform(.changeGroup(group, title: decomposed))
    #expect(throws: Refusal.self) { try scene.perform(.nameWindow(window, decomposed)) }
  }
}
