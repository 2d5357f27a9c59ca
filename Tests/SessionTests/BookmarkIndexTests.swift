import BrowserModel
import Session
import TestSupport
import Testing

/// Whether an address has a bookmark is known without reading all bookmarks.
@Suite struct BookmarkIndexTests {
  private func expectDefinition(_ session: Session, _ urls: [String]) throws {
    let all = session.browser.bookmarks.all
    for url in urls {
      let naive = try session.read { words in
        all.contains { words.text(.url, of: $0.url) == url }
      }
      #expect(try session.isBookmarked(url) == naive, "\(url)")
    }
  }

  @Test(arguments: [1, 2])
  func `it tells what the bookmarks say, whatever is edited, undone and brought back`(
    seed: Int
  ) throws {
    let session = try Session.inMemory()
    var random = SplitMix64(seed: UInt64(seed))
    let urls = (0..<6).map { "https://site\($0).example/" }
    for step in 0..<300 {
      let bookmarks = session.browser.bookmarks.all.map(\.id)
      switch random.below(8) {
      case 0...2:
        try session.perform(
          .addBookmark(NewBookmark(.bookmark, title: "T", url: random.pick(urls))))
      case 3 where !bookmarks.isEmpty:
        // It may have that address already.
        _ = try refusal {
          try session.perform(
            .editBookmark(random.pick(bookmarks), BookmarkEdit(url: random.pick(urls))))
        }
      case 4 where !bookmarks.isEmpty:
        try session.perform(.removeBookmark(random.pick(bookmarks), all: true))
      case 5: _ = try refusal { try session.undo() }
      case 6: _ = try refusal { try session.redo() }
      case 7:
        let point = EventID(Int32(random.below(Int(session.browser.sequence.rawValue) + 1)))
        _ = try refusal { try session.restore(point, [.bookmarks]) }
      default: continue
      }
      if step % 7 == 0 { try expectDefinition(session, urls) }
    }
    try expectDefinition(session, urls)
  }

  @Test func `it knows the bookmarks that there were, and those of another process`() throws {
    let profile = try TestProfile()
    do {
      let session = try profile.session()
      try session.perform(
        .addBookmark(NewBookmark(.bookmark, title: "T", url: "https://a.example/")))
    }
    let session = try profile.session()
    try expectDefinition(session, ["https://a.example/", "https://b.example/"])
    try session.perform(
      .addBookmark(NewBookmark(.bookmark, title: "T", url: "https://b.example/")))
    try expectDefinition(session, ["https://a.example/", "https://b.example/"])
    #expect(try session.isBookmarked("https://b.example/"))
  }
}
