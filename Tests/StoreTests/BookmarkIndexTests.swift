import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// The index of bookmarked addresses, which avoids reading all bookmarks.
@Suite struct BookmarkIndexTests {
  private func expectDefinition(_ store: Store, _ urls: [String]) throws {
    let all = try store.readLibrary().bookmarks.all
    for url in urls {
      let naive = try store.read { words in
        all.contains { words.text(.url, of: $0.url) == url }
      }
      #expect(try store.isBookmarked(url) == naive, "\(url)")
    }
  }

  @Test(arguments: [1, 2])
  func `the index matches the bookmarks after edits, undo and redo`(
    seed: Int
  ) throws {
    let store = try Store.inMemory()
    var random = SplitMix64(seed: UInt64(seed))
    let urls = (0..<6).map { "https://site\($0).example/" }
    for step in 0..<300 {
      let bookmarks = try store.readLibrary().bookmarks.all.map(\.id)
      switch random.below(8) {
      case 0...2:
        try store.perform(
          .addBookmark(NewBookmark(.bookmark, title: "T", url: random.pick(urls))))
      case 3 where !bookmarks.isEmpty:
        // The bookmark may already have that address.
        _ = try refusal {
          try store.perform(
            .editBookmark(random.pick(bookmarks), BookmarkEdit(url: random.pick(urls))))
        }
      case 4 where !bookmarks.isEmpty:
        try store.perform(.removeBookmark(random.pick(bookmarks), all: true))
      case 5: _ = try refusal { try store.undo() }
      case 6: _ = try refusal { try store.redo() }
      case 7:
        let point = EventID(Int32(random.below(Int(store.browser.sequence.rawValue) + 1)))
        _ = try refusal { try store.restore(Moment(newest: point), [.bookmarks]) }
      default: continue
      }
      if step % 7 == 0 { try expectDefinition(store, urls) }
    }
    try expectDefinition(store, urls)
  }

  @Test func `the index contains earlier bookmarks, and those of another process`() throws {
    let profile = try TestProfile()
    do {
      let store = try profile.store()
      try store.perform(
        .addBookmark(NewBookmark(.bookmark, title: "T", url: "https://a.example/")))
    }
    let store = try profile.store()
    try expectDefinition(store, ["https://a.example/", "https://b.example/"])
    try store.perform(
      .addBookmark(NewBookmark(.bookmark, title: "T", url: "https://b.example/")))
    try expectDefinition(store, ["https://a.example/", "https://b.example/"])
    #expect(try store.isBookmarked("https://b.example/"))
  }
}
