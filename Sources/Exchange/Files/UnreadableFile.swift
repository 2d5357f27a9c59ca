internal import Notation

/// Common kinds of files that are not supported, with advice for each kind.
enum UnreadableFile {
  /// Returns the message about a file that is recognised by its first bytes, or nil for any other
  /// file.
  static func message(beginning start: [UInt8], _ path: String) -> String? {
    signs.first { start.dropFirst($0.offset).starts(with: $0.bytes) }.map {
      message(path, $0.name, $0.advice)
    }
  }

  private static let signs: [(offset: Int, bytes: [UInt8], name: String, advice: String?)] = [
    (0, [0x50, 0x4B, 3, 4], "an archive (ZIP)", unpacking),
    (0, [0x1F, 0x8B], "a compressed file (gzip)", unpacking),
    (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A], "a compressed file (xz)", unpacking),
    (0, [0x28, 0xB5, 0x2F, 0xFD], "a compressed file (zstd)", unpacking),
    (4, [0xEF, 0xCD, 0xAB, 0x89], "a database of Internet Explorer or Edge", nil),
    (0, Array("// <!-- <mdb:mork".utf8), "a history of Firefox 2 or earlier", nil),
    (0, Array("%PDF-".utf8), "a PDF document", nil),
    (0, Array("MIME-Version:".utf8), "a saved web page (MHTML)", nil),
    (0, Array("From: <Saved by".utf8), "a saved web page (MHTML)", nil),
  ]

  private static let unpacking = "Unpack it and import its contents."

  /// Returns the message about a database, or nil if the database is unknown.
  static func message(about database: Database, _ path: String) throws -> String? {
    for (tables, name, advice) in databases where try tables.allSatisfy(database.hasTable) {
      return message(path, name, advice)
    }
    return nil
  }

  private static let databases: [(tables: [String], name: String, advice: String?)] = [
    (
      ["bookmarks", "windows", "windows_tabs"], "the tabs of Safari (SafariTabs.db)",
      "In Safari, add bookmarks for the tabs, export the bookmarks, and import that file."
    ),
    (["moz_cookies"], "the cookies of Firefox", nil),
    (["moz_icons"], "the icons of Firefox", nil),
    (["moz_formhistory"], "the form history of Firefox", nil),
    (["cookies", "meta"], "the cookies of Chromium", nil),
    (["favicons", "icon_mapping"], "the icons of Chromium", nil),
    (["logins", "stats"], "the passwords of Chromium", nil),
    (["autofill"], "the form data of Chromium", nil),
    (
      ["hosts", "urls", "visits"], "the history of GNOME Web",
      "In GNOME Web, export the bookmarks, and import that file."
    ),
  ]

  /// Returns the message about a text, or nil if the text is unknown.
  static func message(aboutText text: String, _ path: String) -> String? {
    let start = text.prefix(2_000).lowercased()
    let line = start.split(whereSeparator: \.isNewline).first ?? ""
    let columns = line.split { ",;\t".contains($0) }.map { $0.trimmed.filter { $0 != "\"" } }
    if columns.contains("url"), columns.contains("password") {
      return message(path, "a list of passwords", nil)
    }
    if start.contains("<en-export") { return message(path, "an export of Evernote", nil) }
    if start.contains("<rss") || start.contains("<feed") { return message(path, "a feed", nil) }
    if start.contains("<xbel") {
      return message(path, "a list of bookmarks in XBEL", "Export the bookmarks as HTML instead.")
    }
    if start.hasPrefix("# netscape http cookie file") {
      return message(path, "a list of cookies", nil)
    }
    if start.contains("<html") || start.contains("<!doctype html") {
      return message(path, "a web page without a list of bookmarks", nil)
    }
    return nil
  }

  /// Returns the message about a JSON document, or nil if the document is unknown.
  static func message(about json: JSON, _ path: String) -> String? {
    if json["logins"] != nil, json["nextId"] != nil {
      return message(path, "the passwords of Firefox", nil)
    }
    return nil
  }

  /// Returns the message about a file that is recognised by its name, or nil for any other file.
  static func message(named path: String) -> String? {
    let parts = path.split(separator: "/")
    if parts.contains(where: { $0 == "Sessions_Encrypted" }) {
      return message(path, "an encrypted session of Chromium", sessionAdvice)
    }
    return parts.last?.hasPrefix("EncryptedBookmarks") == true
      ? message(path, "an encrypted list of bookmarks of Chromium", bookmarkAdvice) : nil
  }

  /// The advice for data that Chromium encrypts.
  static let sessionAdvice =
    "In the browser, choose “Bookmark All Tabs”, export the bookmarks as HTML, and import that file."
  static let bookmarkAdvice =
    "In the browser, export the bookmarks as HTML from its bookmark manager, and import that file."

  static func message(_ path: String, _ name: String, _ advice: String?) -> String {
    "“\(path)” is \(name), which cannot be read." + (advice.map { " " + $0 } ?? "")
  }
}
