import Exchange
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// Text in other encodings, character references, and line breaks in notes.
@Suite struct TextEncodingTests {
  private func page(_ title: String, charset: String) -> String {
    """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=\(charset)">
    <TITLE>B</TITLE><H1>B</H1>
    <DL><p>
    <DT><A HREF="http://l.example/">\(title)</A>
    </DL><p>
    """
  }

  /// The titles of the bookmarks in a page with a bookmark whose title has these bytes.
  private func titles(_ title: [UInt8], charset: String) throws -> [String] {
    let parts = page("|", charset: charset).split(separator: "|").map { Array($0.utf8) }
    return try titles(Data(parts[0] + title + parts[1]))
  }

  private func titles(_ data: Data) throws -> [String] {
    let file = try WrittenFile("b.html", data)
    var titles: [String] = []
    try withExtendedLifetime(file) {
      try ImportSource(file.path).read { item in
        if case .bookmark(let bookmark) = item { titles.append(bookmark.title) }
        if case .problem(let sentence) = item { titles.append(sentence) }
      }
    }
    return titles
  }

  @Test(
    arguments: [
      ("ISO-8859-1", [0x43, 0x61, 0x66, 0xE9, 0x20, 0x80], "Café €"),
      ("windows-1252", [0x43, 0x61, 0x66, 0xE9, 0x20, 0x80], "Café €"),
      ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"),
      ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
      ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
      ("koi8-r", [0xED, 0xC9, 0xD2], "Мир"),
      ("windows-1251", [0xCC, 0xE8, 0xF0], "Мир"),
    ] as [(String, [UInt8], String)])
  func `a declared encoding is read`(_ charset: String, _ bytes: [UInt8], _ title: String) throws {
    #expect(try titles(bytes, charset: charset) == [title])
  }

  @Test func `UTF-8 takes precedence over a wrong declaration`() throws {
    #expect(try titles(Array("Café €".utf8), charset: "ISO-8859-1") == ["Café €"])
  }

  @Test func `text without a declaration that is not UTF-8 is Windows-1252`() throws {
    let page =
      Array("<DL><DT><A HREF=\"http://l.example/\">Caf".utf8) + [0xE9] + Array("</A></DL>".utf8)
    #expect(try titles(Data(page)) == ["Café"])
  }

  @Test func `an unknown encoding is refused, and the error names it`() throws {
    let file = try WrittenFile(
      "b.html", Data(page("|", charset: "x-nobody").utf8.map { $0 == 0x7C ? 0xE9 : $0 }))
    #expect(
      throws: ExchangeError(
        .importFailed,
        "“\(file.path)” has the encoding “x-nobody”, which is not supported. Save it as UTF-8 and "
          + "import that file.")
    ) { try Imports().bring(file) }
  }

  @Test func `characters that cannot be decoded are counted`() throws {
    let file = try WrittenFile(
      "b.html", Data(page("|", charset: "utf-8").utf8.map { $0 == 0x7C ? 0xE9 : $0 }))
    let imports = try Imports()
    let report = try imports.bring(file)
    #expect(report.problems == ["“\(file.path)” has 1 character that cannot be decoded."])
    #expect(try imports.bookmarks() == ["\u{FFFD} http://l.example/"])
  }

  @Test(
    arguments: [
      (String.Encoding.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
      (.utf16LittleEndian, []), (.utf16BigEndian, []),
    ] as [(String.Encoding, [UInt8])])
  func `UTF-16 is read, with or without a mark`(_ encoding: String.Encoding, _ mark: [UInt8]) throws
  {
    let text = try #require(page("日本 🙂", charset: "UTF-16").data(using: encoding))
    #expect(try titles(Data(mark) + text) == ["日本 🙂"])
  }

  @Test(arguments: [
    (
      "Caf&eacute; &ndash; l&#8217;&#x2019; &apos;q&apos; &euro; &hellip; &copy; &mdash;",
      "Café – l’’ 'q' € … © —"
    ),
    ("Plain & simple AT&T", "Plain & simple AT&T"),
    ("&CounterClockwiseContourIntegral; &NotEqualTilde;", "∳ ≂̸"),
    ("Caf&eacute &ampx &#8217 &#150;", "Café &x ’ –"),
    ("&nobody; &; &#; &#x; &#1114112; &", "&nobody; &; &#; &#x; &#1114112; &"),
  ])
  func `character references are resolved`(_ source: String, _ title: String) throws {
    #expect(try titles(Array(source.utf8), charset: "utf-8") == [title])
  }

  @Test func `parameters of an address are not character references`() throws {
    let imports = try Imports()
    try imports.bring(
      WrittenFile(
        "b.html",
        """
        <DL><DT><A HREF="http://b.example/?x=1&amp;lang=de&amp;p=%26">B</A>
        <DT><A HREF="http://c.example/?a=1&copy=2&reg">C</A></DL>
        """))
    #expect(
      try imports.bookmarks() == [
        "B http://b.example/?x=1&lang=de&p=%26", "C http://c.example/?a=1&copy=2%C2%AE",
      ])
  }

  @Test func `every form of line break in a note is read as a newline`() throws {
    let imports = try Imports()
    try imports.bring(
      WrittenFile(
        "b.html",
        """
        <DL><DT><A HREF="https://one.example/">One<br>more</A>
        <DD>first line<br>second line
        <DT><A HREF="https://two.example/">Two</A>
        <DD>a<br/>b &eacute;
        <DT><A HREF="https://three.example/">Three</A>
        <DD>note one<BR>
        line two

        line four
        </DL>
        """))
    #expect(
      try imports.bookmarks() == [
        "One more https://one.example/ first line\nsecond line", "Two https://two.example/ a\nb é",
        "Three https://three.example/ note one\nline two\n\nline four",
      ])
  }

  @Test func `attributes that cannot be represented are counted`() throws {
    let imports = try Imports()
    let report = try imports.bring(
      WrittenFile(
        "b.html",
        """
        <DL><p>
        <DT><A HREF="https://one.example/" ADD_DATE="1500000000" LAST_VISIT="1500000100" PRIVATE="1"
         TOREAD="1" ICON="data:image/png;base64,iVBORw0KGgo=" ICON_URI="https://one.example/i"
         FEEDURL="https://one.example/rss" LAST_MODIFIED="1500000000">One</A>
        <DT><A HREF="https://two.example/" PRIVATE="0" TOREAD="0" LAST_VISIT="0" NEW="1"
         LAST_MODIFIED="1500000009">Two</A>
        </DL><p>
        """))
    #expect(report.counts.bookmarks == 2)
    #expect(
      report.leftOut == [
        .icons: 1, .lastVisits: 1, .privacy: 1, .toRead: 1, .feeds: 1, .changes: 1, .otherFields: 1,
      ])
  }
}
