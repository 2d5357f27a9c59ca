internal import BrowserModel

/// Reads lists of links in Markdown. In a list exported by Retrace, these are the tabs of each
/// window and the tree of bookmarks. In any other list, links are read as bookmarks, and bold text
/// as folders.
struct Markdown {
  /// The text for a page without an address.
  static let startPage = "Start page"

  private let emit: (PortableItem) throws -> Void
  private var windows: [PortableWindow] = []
  private var isAboutTabs = false
  /// The indentation of each open folder.
  private var folders: [Int] = []
  /// The last item, which may still be followed by a note.
  private var pending: Pending?

  private struct Pending {
    var bookmark: PortableBookmark
    var indent: Int
    var note: [String] = []
  }

  /// Whether a text begins like a list of links in Markdown.
  static func isOne(_ text: String) -> Bool {
    guard let line = text.split(whereSeparator: \.isNewline).first else { return false }
    return ["# ", "- [", "* [", "- **"].contains { line.hasPrefix($0) }
  }

  static func read(_ bytes: [UInt8], _ emit: (PortableItem) throws -> Void) throws {
    try withoutActuallyEscaping(emit) { emit in
      var reader = Markdown(emit: emit)
      for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
        try reader.read(line)
      }
      try reader.end()
    }
  }

  private init(emit: @escaping (PortableItem) throws -> Void) { self.emit = emit }

  private mutating func read(_ line: Substring) throws {
    let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
    let text = line.dropping(indent)
    if text.hasPrefix("#") {
      begin(headline: text)
    } else if text.begins(with: "- ") || text.begins(with: "* ") {
      let item = MarkdownItem(text.dropping(2))
      if isAboutTabs { open(item) } else { try begin(item, at: indent) }
    } else if text.begins(with: ">") {
      let words = text.dropping(text.begins(with: "> ") ? 2 : 1)
      pending?.note.append(MarkdownItem.plain(words))
    }
  }

  // MARK: Tabs

  private mutating func begin(headline: Substring) {
    if headline.hasPrefix("# ") { isAboutTabs = headline == "# Tabs" }
    if isAboutTabs, headline.hasPrefix("## ") { windows.append(PortableWindow()) }
  }

  private mutating func open(_ item: MarkdownItem) {
    guard let url = item.url ?? item.startPage else { return }
    if windows.isEmpty { windows.append(PortableWindow()) }
    let place = windows.count - 1
    if item.isBold { windows[place].active = windows[place].tabs.count }
    let entry = PortableEntry(url, title: item.url == nil ? "" : item.title)
    windows[place].tabs.append(PortableTab(entries: [entry], index: 0))
  }

  // MARK: Bookmarks

  private mutating func begin(_ item: MarkdownItem, at indent: Int) throws {
    try endPending()
    while let folder = folders.last, folder >= indent {
      folders.removeLast()
      try emit(.folderEnded)
    }
    if let url = item.url {
      let bookmark = PortableBookmark(title: item.title, url: url, tags: item.tags)
      pending = Pending(bookmark: bookmark, indent: indent)
    } else if item.isBold {
      pending = Pending(bookmark: PortableBookmark(.folder, title: item.title), indent: indent)
    } else if let url = item.startPage {
      pending = Pending(bookmark: PortableBookmark(url: url, tags: item.tags), indent: indent)
    }
  }

  private mutating func endPending() throws {
    guard let done = pending else { return }
    pending = nil
    var bookmark = done.bookmark
    bookmark.note = done.note.joined(separator: "\n")
    guard bookmark.kind == .folder else { return try emit(.bookmark(bookmark)) }
    try emit(.folderBegan(bookmark))
    folders.append(done.indent)
  }

  private mutating func end() throws {
    try endPending()
    for _ in folders { try emit(.folderEnded) }
    let session = PortableSession(windows: windows.filter { !$0.tabs.isEmpty }, focused: 0)
    if !session.windows.isEmpty { try emit(.session(session)) }
  }
}
