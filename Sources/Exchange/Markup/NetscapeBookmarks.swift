internal import BrowserModel

/// Reads bookmarks in Netscape's HTML format, which every browser and most services write with
/// slight variations.
struct NetscapeBookmarks {
  private var reader: MarkupReader
  private let emit: (PortableItem) throws -> Void
  /// The part of an item to which the following text belongs.
  private var part = Part.nothing
  private var text = ""
  /// Whether the previous text ends with a `<br>`.
  private var isAfterBreak = false
  /// The last item, which may still be followed by a title or a note.
  private var pending: PortableBookmark?
  /// Whether each open list belongs to a folder, outermost first.
  private var lists: [Bool] = []
  private var leftOut = OmissionCounts()

  private enum Part {
    case nothing, title, note
  }

  /// - Parameter take: Receives the bookmarks and folders in order.
  static func read(_ bytes: [UInt8], _ emit: (PortableItem) throws -> Void) throws {
    try withoutActuallyEscaping(emit) { emit in
      var bookmarks = NetscapeBookmarks(reader: MarkupReader(bytes), emit: emit)
      try bookmarks.read()
    }
  }

  private init(reader: MarkupReader, emit: @escaping (PortableItem) throws -> Void) {
    self.reader = reader
    self.emit = emit
  }

  private mutating func read() throws {
    while let token = reader.next() {
      switch token {
      case .text(let words): add(words)
      case .open(let tag): try open(tag)
      case .close(let name): try close(name)
      }
    }
    try endPending()
    for isFolder in lists where isFolder { try emit(.folderEnded) }
    try leftOut.emitItems(emit)
  }

  /// Adds text to a title or a note. A newline directly after `<br>` is ignored.
  private mutating func add(_ words: String) {
    guard part != .nothing else { return }
    text += isAfterBreak && words.first?.isNewline == true ? words.dropFirst() : words[...]
    isAfterBreak = false
  }

  private mutating func open(_ tag: MarkupReader.Tag) throws {
    switch tag.name {
    case "a":
      try endPending()
      pending = tag.bookmark
      tag.leaveOut(BookmarkAttribute.ofBookmarks, &leftOut)
      part = .title
    case "h3":
      try endPending()
      pending = tag.folder
      tag.leaveOut(BookmarkAttribute.ofFolders, &leftOut)
      part = .title
    case "dd":
      endText()
      part = .note
    case "dl": try openList()
    case "hr":
      try endPending()
      try emit(.bookmark(PortableBookmark(.separator, milliseconds: tag.milliseconds)))
    case "dt": try endPending()
    case "br":
      add(part == .note ? "\n" : " ")
      isAfterBreak = part == .note
    default: break
    }
  }

  private mutating func close(_ name: String) throws {
    switch name {
    case "a", "h3": if part == .title { endText() }
    case "dl":
      try endPending()
      if lists.popLast() == true { try emit(.folderEnded) }
    default: break
    }
  }

  /// Opens a list. A list after a folder's title contains the contents of the folder.
  private mutating func openList() throws {
    endText()
    guard let folder = pending, folder.kind == .folder else {
      try endPending()
      lists.append(false)
      return
    }
    pending = nil
    try emit(.folderBegan(folder))
    lists.append(true)
  }

  /// Passes on the last item. A folder without a list is empty.
  private mutating func endPending() throws {
    endText()
    guard let done = pending else { return }
    pending = nil
    guard done.kind == .folder else { return try emit(.bookmark(done)) }
    try emit(.folderBegan(done))
    try emit(.folderEnded)
  }

  private mutating func endText() {
    let words = text.trimmed
    switch part {
    case .title: pending?.title = words
    case .note: if !words.isEmpty { pending?.note = words }
    case .nothing: break
    }
    part = .nothing
    text = ""
    isAfterBreak = false
  }
}

extension MarkupReader.Tag {
  /// Counts unsupported attributes, except attributes with the values “0” or “false” and a
  /// modification time that equals the creation time.
  func leaveOut(
    _ known: [String: BookmarkAttribute], _ leftOut: inout OmissionCounts
  ) {
    for (name, value) in attributes where !["", "0", "false"].contains(value.lowercased()) {
      // The address of an icon adds nothing if the icon itself is present.
      if name == "icon_uri", self["icon"] != nil { continue }
      // A feed has both this attribute and its address.
      if name == "feed", self["feedurl"] != nil { continue }
      if name == "last_modified", value == self["add_date"] { continue }
      switch known[name] {
      case .used: break
      case .leftOut(let kind): leftOut.add(kind)
      case nil: leftOut.add(name == "icon_uri" ? .icons : name == "feed" ? .feeds : .otherFields)
      }
    }
  }
}

extension MarkupReader.Tag {
  var bookmark: PortableBookmark {
    PortableBookmark(
      url: self["href"]?.trimmed ?? "",
      tags: (self["tags"] ?? "").split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty },
      keyword: self["shortcuturl"] ?? "", milliseconds: milliseconds)
  }

  var folder: PortableBookmark {
    PortableBookmark(.folder, milliseconds: milliseconds)
  }

  /// The time in the text. Most programs write a number, but some write a date as text.
  var milliseconds: Int64 {
    guard let added = self["add_date"] else { return 0 }
    return Int64(added).map { UnixTime.milliseconds($0) } ?? UnixTime.milliseconds(logged: added)
  }
}
