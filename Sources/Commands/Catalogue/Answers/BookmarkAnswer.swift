internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// A bookmark, a folder with its contents, or a separator as JSON.
struct BookmarkAnswer: AnswerValue {
  private let bookmark: Bookmark
  private let bookmarks: Bookmarks
  private let words: LogText

  init(_ bookmark: Bookmark, of bookmarks: Bookmarks, _ words: LogText) {
    self.bookmark = bookmark
    self.bookmarks = bookmarks
    self.words = words
  }

  /// Returns the items in a folder, except forgotten bookmarks.
  static func children(
    of folder: BookmarkID, in bookmarks: Bookmarks, _ words: LogText
  ) -> [BookmarkAnswer] {
    bookmarks.children(of: folder).compactMap { id in
      guard let bookmark = bookmarks[id], !words.isForgotten(bookmark) else { return nil }
      return BookmarkAnswer(bookmark, of: bookmarks, words)
    }
  }

  static let shape = JSONShape.named(.bookmark)
  static let list = AnswerMembers<[Self]>("bookmarks")

  /// The shapes of all kinds of bookmarks.
  static var kinds: JSONShape { .anyOf(Bookmark.Kind.allCases.map { members[$0]!.shape }) }

  private static let members = Dictionary(
    uniqueKeysWithValues: Bookmark.Kind.allCases.map { ($0, members(of: $0)) })

  private static func members(of kind: Bookmark.Kind) -> AnswerMembers<Self> {
    AnswerMembers { item in
      item.member("id") { $0.bookmark.id }
      item.member("kind", .choice(["\(kind)"])) { _ in "\(kind)" }
      guard kind != .separator else { return }
      item.member("title") { $0.words.text(.title, of: $0.bookmark.title) ?? "" }
      if kind == .bookmark {
        item.member("url") { $0.words.text(.url, of: $0.bookmark.url) ?? "" }
        item.member("tags") { $0.words.tags(of: $0.bookmark) }
        item.member("keyword") { $0.text(.keyword, of: $0.bookmark.keyword) }
      }
      item.member("note") { $0.text(.note, of: $0.bookmark.note) }
      guard kind == .folder else { return }
      item.member("children") { children(of: $0.bookmark.id, in: $0.bookmarks, $0.words) }
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { Self.members[bookmark.kind]?.write(self, to: &$0) }
  }

  /// Returns the text of a field, or nil if it was not set or was forgotten.
  private func text(_ field: TextField, of event: EventID) -> String? {
    words.text(field, of: event).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension LogText {
  /// Whether a bookmark was forgotten. The URL of such a bookmark is present but empty, and an undo
  /// can restore the bookmark.
  func isForgotten(_ bookmark: Bookmark) -> Bool {
    bookmark.kind == .bookmark && text(.url, of: bookmark.url)?.isEmpty ?? false
  }

  /// Returns the tags of a bookmark, in their original order.
  func tags(of bookmark: Bookmark) -> [String] {
    guard bookmark.tags.exists, let joined = text(.tags, of: bookmark.tags) else { return [] }
    return joined.split(separator: "\n").map(String.init)
  }
}
