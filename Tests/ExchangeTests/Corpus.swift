import Exchange
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// Files of the corpora and their expected content.
enum Corpus {
  static func path(_ name: String) throws -> String {
    try #require(Corpora.folder).appending(path: name).path
  }

  /// All items of a file.
  static func items(_ name: String, format: FileFormat? = nil) throws -> [PortableItem] {
    var items: [PortableItem] = []
    try ImportSource(try path(name), format: format).read { items.append($0) }
    return items
  }

  static func expected<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Corpora.data(name))
  }
}

extension [PortableItem] {
  var session: PortableSession? {
    for case .session(let session) in self { return session }
    return nil
  }

  var visits: [PortableVisit] {
    compactMap { if case .visit(let visit) = $0 { visit } else { nil } }
  }

  var problems: [String] {
    compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
  }

  /// Bookmarks, separators and folders, each with the titles of its parent folders.
  var tree: [(path: [String], bookmark: PortableBookmark)] {
    var path: [String] = []
    var tree: [(path: [String], bookmark: PortableBookmark)] = []
    for item in self {
      switch item {
      case .folderBegan(let folder):
        tree.append((path, folder))
        path.append(folder.title)
      case .folderEnded: path.removeLast()
      case .bookmark(let bookmark): tree.append((path, bookmark))
      default: break
      }
    }
    return tree
  }
}

extension [PortableVisit] {
  /// One line for each visit, in an order that depends only on the visits.
  var lines: [String] {
    map { "\($0.milliseconds) \($0.transition) \($0.url) \($0.title)" }.sorted()
  }
}
