internal import BrowserModel

/// Reads the bookmarks of buku (`bookmarks.db`).
enum Buku {
  static func read(_ database: Database, _ emit: (PortableItem) throws -> Void) throws {
    let rows = try database.statement("SELECT URL, metadata, tags, desc FROM bookmarks ORDER BY id")
    while try rows.next() {
      try emit(
        .bookmark(
          PortableBookmark(
            title: rows.text(1), url: rows.text(0),
            tags: rows.text(2).split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty },
            note: rows.text(3))))
    }
  }
}
