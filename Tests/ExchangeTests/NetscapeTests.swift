import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// Reads bookmark files of many programs, and compares the bookmarks with those that another reader
/// found.
@Suite(.enabled(if: Corpora.arePresent, Comment(rawValue: Corpora.skipped)))
struct NetscapeTests {
  private struct Expected: Decodable {
    var bookmarks: Int
    var folders: Int
    var separators: Int
    var list: [Entry]
    var folderList: [Folder]

    struct Entry: Decodable {
      var folder: [String]
      var title: String
      var url: String
      var date: String?
      var tags: String?
      var shortcuturl: String?
      var description: String?

      enum CodingKeys: String, CodingKey {
        case folder, title, url, tags, shortcuturl, description
        case date = "add_date"
      }

      var tagList: [String] {
        (tags ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      }

      /// Some programs write microseconds, and one writes the time in words.
      var milliseconds: Int64 {
        guard let date else { return 0 }
        guard let number = Int64(date) else { return Self.milliseconds(ofWords: date) }
        return number > 100_000_000_000_000 ? number / 1_000 : number * 1_000
      }

      private static func milliseconds(ofWords date: String) -> Int64 {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "dd/MMM/yyyy:HH:mm:ss Z"
        return formatter.date(from: date).map { Int64($0.timeIntervalSince1970) * 1_000 } ?? -1
      }
    }

    struct Folder: Decodable, Equatable {
      var path: [String]
      var title: String
    }
  }

  private static let expected = try? Corpus.expected(
    "bookmarks/expected.json", as: [String: Expected].self)
  private static let files: [String] = (expected?.keys).map { $0.sorted() } ?? []

  @Test(arguments: files) func `a file contains the expected bookmarks`(_ file: String) throws {
    let expected = try #require(Self.expected?[file])
    let tree = try Corpus.items("bookmarks/\(file)").tree
    let bookmarks = tree.filter { $0.bookmark.kind == .bookmark }
    let folders = tree.filter { $0.bookmark.kind == .folder }
    #expect(bookmarks.map(\.bookmark.title) == expected.list.map(\.title))
    #expect(bookmarks.map(\.bookmark.url) == expected.list.map(\.url))
    #expect(bookmarks.map(\.path) == expected.list.map(\.folder))
    #expect(bookmarks.map(\.bookmark.keyword) == expected.list.map { $0.shortcuturl ?? "" })
    #expect(bookmarks.map(\.bookmark.tags) == expected.list.map(\.tagList))
    #expect(bookmarks.map(\.bookmark.milliseconds) == expected.list.map(\.milliseconds))
    #expect(Self.descriptions(tree.map(\.bookmark)) == expected.list.map { $0.description ?? "" })
    #expect(
      folders.map { Expected.Folder(path: $0.path, title: $0.bookmark.title) }
        == expected.folderList)
    #expect(tree.filter { $0.bookmark.kind == .separator }.count == expected.separators)
  }

  /// The description of a bookmark is the first note that follows it and precedes the next
  /// bookmark. It may be the note of a folder that begins there.
  private static func descriptions(_ tree: [PortableBookmark]) -> [String] {
    tree.reduce(into: []) { descriptions, item in
      if item.kind == .bookmark {
        descriptions.append(item.note)
      } else if descriptions.last == "" {
        descriptions[descriptions.count - 1] = item.note
      }
    }
  }
}
