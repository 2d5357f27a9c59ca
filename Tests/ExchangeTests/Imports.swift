import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport

/// A session in memory, for imports.
struct Imports {
  let store: Store

  init() throws { store = try Store(EventLog()) { 1_800_000_000_000 } }

  @discardableResult
  func bring(
    _ path: String, format: FileFormat? = nil, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = ImportOptions()
    change(&options)
    return try store.importAll(of: ImportSource(path, format: format), options)
  }

  @discardableResult
  func bring(
    _ file: WrittenFile, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    // The file is deleted with its last reference.
    try withExtendedLifetime(file) { try bring(file.path, format: nil, change) }
  }

  /// Windows with their tabs in order: the URLs of each tab's history, the index, and words for
  /// pinned, active and its group.
  func windows() throws -> [[String]] {
    let browser = store.browser
    return try store.read { words in
      browser.windows.map { window in
        window.tabs.compactMap { id -> String? in
          guard let tab = browser.tab(id) else { return nil }
          let urls = tab.entries.map { words.text(.url, of: $0.content) ?? "" }
          let title = browser.group(tab.group).flatMap { words.text(.title, of: $0.title) }
          return [
            urls.joined(separator: " "), "@\(tab.index)", tab.isPinned ? "pinned" : "",
            window.activeTab == id ? "active" : "", title ?? "",
          ].filter { !$0.isEmpty }.joined(separator: " ")
        }
      }
    }
  }

  /// The tree of bookmarks, one line for each node, indented by a space for each level.
  func bookmarks() throws -> [String] {
    let bookmarks = try store.readLibrary().bookmarks
    return try store.read { words in
      bookmarks.all.map { bookmark in
        var depth = 0
        var parent = bookmark.parent
        while let folder = bookmarks[parent] {
          depth += 1
          parent = folder.parent
        }
        let parts = [
          bookmark.kind == .bookmark ? "" : "\(bookmark.kind)",
          words.text(.title, of: bookmark.title) ?? "", words.text(.url, of: bookmark.url) ?? "",
          words.text(.tags, of: bookmark.tags)?.split(separator: "\n").joined(separator: ",") ?? "",
          words.text(.keyword, of: bookmark.keyword) ?? "",
          words.text(.note, of: bookmark.note) ?? "",
        ]
        return String(repeating: " ", count: depth)
          + parts.filter { !$0.isEmpty }.joined(separator: " ")
      }
    }
  }

  func events() throws -> [Event] {
    var events: [Event] = []
    try store.visitLog(isPrivate: false) { event, _ in
      events.append(event)
      return true
    }
    return events
  }
}
