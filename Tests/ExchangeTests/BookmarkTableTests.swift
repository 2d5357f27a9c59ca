import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// Tables of bookmarks from several services. Each service has its own columns.
@Suite struct BookmarkTableTests {
  private func bring(_ text: String, _ format: FileFormat) throws -> (
    Imports, [ImportOmission: Int]
  ) {
    let file = try WrittenFile("export", text)
    #expect(try ImportSource(file.path).formats == [format])
    let imports = try Imports()
    let report = try imports.bring(file)
    #expect(report.problems == [])
    return (imports, report.leftOut)
  }

  private func times(_ imports: Imports) throws -> [Int64] {
    try imports.events().filter { event in
      guard case .bookmark(.added(let body)) = event.body else { return false }
      return body.kind == .bookmark
    }.map(\.occurredMilliseconds)
  }

  @Test func `Pocket's table: times, tags and lists`() throws {
    let (imports, leftOut) = try bring(
      """
      title,url,time_added,tags,status
      One,https://one.example/,1500000000,open source|with Umlaut|x,unread
      Two,"https://two.example/a,b",1600000000,,archive
      """, .pocket)
    #expect(
      try imports.bookmarks() == [
        "folder Unread", " One https://one.example/ open source,with Umlaut,x",
        "folder Read Archive", " Two https://two.example/a,b",
      ])
    #expect(try times(imports) == [1_500_000_000_000, 1_600_000_000_000])
    #expect(leftOut == [:])
  }

  @Test func `Pocket's HTML page contains the same bookmarks as its table`() throws {
    let page = """
      <!DOCTYPE html>
      <html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8" /><title>Pocket Export</title></head>
      <body><h1>Unread</h1><ul>
      <li><a href="https://one.example/" time_added="1500000000" tags="a,b c">One</a></li>
      </ul><h1>Read Archive</h1><ul>
      <li><a href="https://two.example/" time_added="1600000000" tags="">Two</a></li>
      </ul></body></html>
      """
    let (imports, leftOut) = try bring(page, .pocket)
    #expect(
      try imports.bookmarks() == [
        "folder Unread", " One https://one.example/ a,b c", "folder Read Archive",
        " Two https://two.example/",
      ])
    #expect(try times(imports) == [1_500_000_000_000, 1_600_000_000_000])
    #expect(leftOut == [:])
    let again = try imports.bring(
      WrittenFile(
        "p.csv",
        """
        title,url,time_added,tags,status
        One,https://one.example/,1500000000,a|b c,unread
        Two,https://two.example/,1600000000,,archive
        """))
    #expect(again.counts.isEmpty)
  }

  @Test func `tables of other services`() throws {
    let (instapaper, none) = try bring(
      """
      URL,Title,Selection,Folder,Timestamp,Tags
      https://a.example/,A,said,Archive,1500000000,"[""x"",""y z""]"
      """, .instapaper)
    #expect(try instapaper.bookmarks() == ["folder Archive", " A https://a.example/ x,y z said"])
    #expect(try times(instapaper) == [1_500_000_000_000])
    #expect(none == [:])
    let (diigo, notes) = try bring(
      """
      title,url,tags,description,comments,annotations,created_at
      A,https://a.example/,x y,text,,Highlight: b,2017-07-14 02:40:00
      """, .diigo)
    #expect(try diigo.bookmarks() == ["A https://a.example/ x,y text"])
    #expect(try times(diigo) == [1_500_000_000_000])
    #expect(notes == [.highlights: 1])
    let (wallabag, contents) = try bring(
      """
      ID;Title;URL;Content;Tags;"MIME Type";Language;"Creation date";"Domain name"
      1;A;https://a.example/;"<p>text;</p>";"x, y";text/html;en;2017-07-14T02:40:00+00:00;a.example
      """, .wallabag)
    #expect(try wallabag.bookmarks() == ["A https://a.example/ x,y"])
    #expect(contents == [.contents: 1, .languages: 1])
    let (raindrop, rest) = try bring(
      """
      id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
      7,A,n,start,https://a.example/,F,x,2017-07-14T02:40:00Z,https://a.example/c.png,,true
      8,B,,,https://b.example/,F,,,,,false
      """, .raindrop)
    #expect(
      try raindrop.bookmarks() == [
        "folder F", " A https://a.example/ x n", " B https://b.example/",
      ])
    #expect(rest == [.contents: 1, .images: 1, .favorites: 1])
  }

  @Test func `columns of an unknown table are counted`() throws {
    let (imports, leftOut) = try bring(
      "URL\tName\tRating\tShelf\nhttps://a.example/\tA\t5\t\nhttps://b.example/\tB\t\t\tx\n", .csv)
    #expect(try imports.bookmarks() == ["A https://a.example/", "B https://b.example/"])
    #expect(leftOut == [.otherFields: 2])
  }

  @Test func `a list of passwords is not accepted as bookmarks`() throws {
    let file = try WrittenFile(
      "p.csv", "name,url,username,password,note\na,https://a.example/,me,secret,\n")
    #expect(
      throws: ExchangeError(
        .importFailed, "“\(file.path)” is a list of passwords, which cannot be read.")
    ) { try Imports().bring(file) }
  }
}
