internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The hash of a library's contents, which does not depend on the event numbers in a log.
enum LibraryHash {
  /// Returns the hash, or nil if the log is damaged, because a damaged log may lack text that other
  /// devices have.
  ///
  /// - Complexity: O(bookmarks · log events)
  static func of(_ store: Store) throws -> [UInt8]? {
    let library = try store.readLibrary()
    let bytes = try store.read { words in content(of: library, words) }
    guard store.damagedEvents.isEmpty else { return nil }
    return Sodium.hash(bytes)
  }

  private static func content(of library: Library, _ words: LogText) -> [UInt8] {
    var writer = MessageWriter()
    for bookmark in library.bookmarks.all {
      writer.put(UInt64(bookmark.kind.rawValue))
      writer.put(UInt64(bookmark.children.count))
      writer.put(words.text(.title, of: bookmark.title) ?? "")
      writer.put(words.text(.url, of: bookmark.url) ?? "")
      writer.put(words.text(.tags, of: bookmark.tags) ?? "")
      writer.put(words.text(.keyword, of: bookmark.keyword) ?? "")
      writer.put(words.text(.note, of: bookmark.note) ?? "")
    }
    for name in Settings.Name.allCases where name.isOfLibrary {
      writer.put(UInt64(name.rawValue))
      writer.put(library.settings.value(of: name, text: words) ?? "")
    }
    return writer.bytes
  }
}
