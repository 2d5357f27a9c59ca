internal import BrowserModel
internal import Exchange
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// The bookmarks of the browser, if the extension may read them.
extension LiveSession {
  /// Accepts the bookmarks in a message, if there are any.
  func takeBookmarks(_ message: JSON) {
    guard let report = message["bookmarks"], report != .null else { return }
    bookmarks = ObservedBookmarks(report)
    areBookmarksChanged = true
  }

  /// Compares the bookmarks of the browser with the profile at the beginning of a connection.
  ///
  /// - Parameter followed: The newest event that the browser has shown, or nil for the first report
  ///   of the browser.
  func beginBookmarks(after followed: EventID?) throws {
    guard let bookmarks else { return }
    areBookmarksByEngine = true
    try recording.recognize(bookmarks, memory.bookmarks)
    shownLibrary = try followed.map { followed in
      var past = try store.moment(.after(followed))
      return try store.readState(of: &past).library.bookmarks
    }
  }

  /// Notes that the model contains the browser's bookmarks.
  func finishBookmarks() {
    areBookmarksChanged = false
    areBookmarksByEngine = false
    memory.note(bookmarks: recording.bookmarks)
    guard shownLibrary == nil else { return }
    // What only the profile has is created in the browser.
    shownLibrary = Library().bookmarks
    isBookmarkLagging = true
  }

  /// Returns the orders for bookmarks, whether more orders follow, and the bookmarks that are too
  /// long to order.
  func planBookmarks() -> (orders: [LiveOrder], isCut: Bool, tooLong: [BookmarkID]) {
    guard let bookmarks, let now = try? recording.library,
      let former = shownLibrary, former != now || isBookmarkLagging
    else { return ([], false, []) }
    var plan = BookmarkPlan(
      recording, bookmarks, from: former, to: now, refused: refusedBookmarks)
    plan.planAll()
    return (plan.orders, plan.isCut, plan.tooLong)
  }

  /// Notes the ids of the bookmarks that the browser has created, and the bookmarks that it has
  /// refused.
  func finish(_ order: LiveOrder, bookmarks result: JSON) {
    guard case .createBookmark(_, _, let node) = order else { return }
    for pair in result["bookmarks"]?.elements ?? [] {
      guard let id = pair.elements.first?.integer.flatMap({ Int32(exactly: $0) }),
        let browser = pair.elements.last?.string
      else { continue }
      recording.bookmarks[browser] = BookmarkID(EventID(id))
    }
    let known = Set(recording.bookmarks.values)
    var waiting = [node]
    while let node = waiting.popLast() {
      if !known.contains(node.id) { refusedBookmarks.insert(node.id) }
      waiting += node.children
    }
  }
}
