import Addresses
import Testing

/// The examples of the documentation, with the same lines.
@Suite struct Examples {
  @Test func `a URL is parsed relative to a base`() {
    // example: URL
    let base = URL("https://example.com/docs/")
    let url = URL("../a b?q=1#top", base: base)
    let text = url?.href  // https://example.com/a%20b?q=1#top
    let host = url?.host  // example.com
    // end
    #expect(text == "https://example.com/a%20b?q=1#top")
    #expect(host == "example.com")
  }

  @Test func `setters change one part of a URL`() {
    // example: URL.setScheme(_:)
    var url = URL("http://example.com/a")
    url?.setScheme("https")
    url?.setPath("/b c")
    let text = url?.href  // https://example.com/b%20c
    // end
    #expect(text == "https://example.com/b%20c")
  }

  @Test func `a typed text is an address, a search or refused`() {
    // example: Typed
    let address = Typed.resolve("example.com").url  // https://example.com/
    let search = Typed.resolve("red shoes").url  // https://duckduckgo.com/?q=red+shoes
    let refused = Typed.resolve("javascript:alert(1)").url  // nil
    // end
    #expect(address?.href == "https://example.com/")
    #expect(search?.href == "https://duckduckgo.com/?q=red+shoes")
    #expect(refused == nil)
  }

  @Test func `the keyword of a bookmark accepts words`() {
    // example: KeywordBookmark
    let bookmark = KeywordBookmark(keyword: "bug", text: "https://bugs.example/find?id=%s")
    let url = bookmark.url(for: "42")  // https://bugs.example/find?id=42
    // end
    #expect(url?.href == "https://bugs.example/find?id=42")
  }

  @Test func `an engine is chosen by its keyword`() throws {
    // example: SearchEngineList
    let list = try SearchEngineList("w=https://w.example/?search={searchTerms}")
    var context = Typed.Context()
    context.engines = list.engines
    let resolution = Typed.resolve("w swift", context)
    let url = resolution.url?.href  // https://w.example/?search=swift
    // end
    #expect(url == "https://w.example/?search=swift")
  }

  @Test func `a template searches for words`() {
    // example: SearchTemplate
    let template = SearchTemplate("https://example.com/find?q={searchTerms}")
    let url = template?.url(for: "red shoes")  // https://example.com/find?q=red+shoes
    // end
    #expect(url?.href == "https://example.com/find?q=red+shoes")
  }

  @Test func `a narrow text keeps the registrable domain`() throws {
    let url = try #require(URL("https://www.example.com/long/path"))
    // example: displayText(of:width:suffixes:)
    let text = displayText(of: url, width: 30)  // https://www.example.com/long/…
    let narrow = displayText(of: url, width: 16)  // …example.com…
    // end
    #expect(text == "https://www.example.com/long/…")
    #expect(narrow == "…example.com…")
  }

  @Test func `suffixes are read from the system's list, if it exists`() {
    let file: [UInt8] = []
    // example: PublicSuffixes
    var context = Typed.Context()
    context.suffixes = SuffixGraph(file).map { PublicSuffixes($0) } ?? .builtIn
    // end
    #expect(Typed.resolve("example.co.uk", context).kind == .url)
  }
}
