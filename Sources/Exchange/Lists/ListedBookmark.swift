internal import BrowserModel
internal import Notation

/// A bookmark, a folder or a separator in a list, with the path of its folder.
///
/// A folder comes before its contents. A path refers to the last preceding folder with that path.
struct ListedBookmark: ListRow {
  /// The titles of the enclosing folders, outermost first.
  var path: [String]
  var bookmark: PortableBookmark

  static let columns = ["kind", "folder", "title", "url", "keyword", "tags", "note", "created"]

  init(_ bookmark: PortableBookmark, in path: [String]) {
    self.path = path
    self.bookmark = bookmark
  }

  init(cells: [String: String]) throws {
    func text(_ name: String) -> String { CellEscape.text(of: cells[name] ?? "") }
    try self.init(
      kind: cells["kind"] ?? "", path: Self.path(cells["folder"] ?? ""), title: text("title"),
      url: text("url"), keyword: text("keyword"), tags: Self.tags(cells["tags"] ?? ""),
      note: text("note"), created: cells["created"] ?? "")
  }

  init(_ fields: ListFields) throws {
    try self.init(
      kind: try fields.text("kind"), path: try fields.texts("folder"),
      title: try fields.text("title"), url: try fields.text("url"),
      keyword: try fields.text("keyword"), tags: try fields.texts("tags"),
      note: try fields.text("note"), created: try fields.text("created"))
  }

  private init(
    kind: String, path: [String], title: String, url: String, keyword: String, tags: [String],
    note: String, created: String
  ) throws {
    self.path = path
    bookmark = PortableBookmark(
      try Self.named(kind, "kind", or: .bookmark), title: title, url: url, tags: tags,
      keyword: keyword, note: note,
      milliseconds: try Self.milliseconds(created, "created") ?? 0)
    if bookmark.kind == .bookmark, url.trimmed.isEmpty {
      throw ExchangeError(.invalidRow, "it has no address")
    }
  }

  var cells: [String] {
    [
      "\(bookmark.kind)", Self.written(path: path), CellEscape.written(bookmark.title),
      CellEscape.written(bookmark.url), CellEscape.written(bookmark.keyword),
      bookmark.tags.map(Self.written(tag:)).joined(separator: ", "),
      CellEscape.written(bookmark.note), created ?? "",
    ]
  }

  func write(to json: inout JSONWriter) {
    json.member("kind", "\(bookmark.kind)")
    json.array("folder", of: path)
    json.member("title", bookmark.title)
    if bookmark.kind == .bookmark { json.member("url", bookmark.url) }
    if !bookmark.keyword.isEmpty { json.member("keyword", bookmark.keyword) }
    if !bookmark.tags.isEmpty { json.array("tags", of: bookmark.tags) }
    if !bookmark.note.isEmpty { json.member("note", bookmark.note) }
    if let created { json.member("created", created) }
  }

  private var created: String? {
    bookmark.milliseconds == 0
      ? nil : Timestamp(milliseconds: bookmark.milliseconds).description
  }

  // MARK: Lists in a cell

  /// Returns the path as `a/b`. A slash is appended if the path ends with a folder without a title.
  /// Therefore “” is the top level, and “/” is a folder.
  private static func written(path: [String]) -> String {
    let names = path.map { CellEscape.written($0) { scalar, _ in scalar == "/" } }
    return names.joined(separator: "/") + (path.last == "" ? "/" : "")
  }

  private static func path(_ cell: String) -> [String] {
    var names = cell.split(separator: "/", omittingEmptySubsequences: false)
      .map { CellEscape.text(of: String($0)) }
    if names.last == "" { names.removeLast() }
    return names
  }

  private static func written(tag: String) -> String {
    CellEscape.written(tag) { scalar, isAtEnd in
      scalar == "," || isAtEnd && scalar.properties.isWhitespace
    }
  }

  private static func tags(_ cell: String) -> [String] {
    cell.split(separator: ",").map { CellEscape.text(of: $0.trimmed) }.filter { !$0.isEmpty }
  }
}
