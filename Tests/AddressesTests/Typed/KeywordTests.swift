import Addresses
import Testing

/// Keywords of engines and bookmarks, bangs, and a leading `?`.
@Suite struct KeywordTests {
  private func context() throws -> Typed.Context {
    var context = Typed.Context()
    let list = try SearchEngineList(
      "w=https://w.example/?search={searchTerms} m=https://m.example/{searchTerms}/map")
    context.engines = list.engines
    context.bookmarks = [
      KeywordBookmark(keyword: "news", text: "https://news.example/"),
      KeywordBookmark(keyword: "bug", text: "https://bugs.example/%s?as=%s"),
      KeywordBookmark(keyword: "raw", text: "https://raw.example/%S"),
      KeywordBookmark(keyword: "bad", text: "https://%s.example/"),
      KeywordBookmark(keyword: "js", text: "javascript:f('%s')"),
    ]
    return context
  }

  @Test(arguments: [
    ("w swift", "https://w.example/?search=swift"),
    ("w   a & b ", "https://w.example/?search=a+%26+b"),
    ("m old town", "https://m.example/old%20town/map"),
    ("w", "https://duckduckgo.com/?q=w"),
    ("W swift", "https://duckduckgo.com/?q=W+swift"),
    ("news", "https://news.example/"),
    ("news today", "https://duckduckgo.com/?q=news+today"),
    ("bug a b", "https://bugs.example/a%20b?as=a+b"),
    ("bug", "https://bugs.example/?as="),
    ("raw a/b?c", "https://raw.example/a/b?c"),
    ("bad a b", "https://duckduckgo.com/?q=bad+a+b"),
    ("bad a", "https://a.example/"),
    ("?w swift", "https://duckduckgo.com/?q=w+swift"),
    ("a.com", "https://a.com/"),
  ])
  func leadWhereTheySay(text: String, url: String) throws {
    #expect(Typed.resolve(text, try context()).url?.href == url)
  }

  @Test(arguments: [
    ("!w swift", "https://w.example/?search=swift"),
    ("swift book !w", "https://w.example/?search=swift+book"),
    ("!m old town", "https://m.example/old%20town/map"),
    ("!x swift", "https://duckduckgo.com/?q=%21x+swift"),
    ("wow !", "https://duckduckgo.com/?q=wow+%21"),
    ("a !w b", "https://duckduckgo.com/?q=a+%21w+b"),
    ("a.com/!w", "https://a.com/!w"),
  ])
  func bangsChooseAnEngine(text: String, url: String) throws {
    #expect(Typed.resolve(text, try context()).url?.href == url)
  }

  @Test func aBangNeedsWords() throws {
    #expect(
      Typed.resolve("!w", try context()).reason == "There is nothing to search for.")
  }

  @Test func keywordsReportTheSearchTerms() throws {
    let resolution = Typed.resolve("w swift", try context())
    #expect(resolution.url?.href == "https://w.example/?search=swift")
    #expect(resolution.words == "swift")
  }

  @Test func keywordsDoNotRunScripts() throws {
    var context = try context()
    #expect(Typed.resolve("js 1", context).kind == .refused)
    context.allowsScript = true
    #expect(Typed.resolve("js 1", context).url?.href == "javascript:f('1')")
  }

  @Test(arguments: [
    ("", 0), ("  ", 0), ("w=https://w.example/{searchTerms}", 1),
    ("a=https://a.example/?q={searchTerms}  b=https://b.example/?x=y&q={searchTerms?}", 2),
  ])
  func readsLists(line: String, count: Int) throws {
    #expect(try SearchEngineList(line).engines.count == count)
  }

  @Test(arguments: [
    ("w", SearchEngineList.Fault.noEngine("w")),
    ("w=https://w.example/", .noEngine("w=https://w.example/")),
    ("=https://w.example/{searchTerms}", .noEngine("=https://w.example/{searchTerms}")),
    ("!w=https://w.example/{searchTerms}", .noEngine("!w=https://w.example/{searchTerms}")),
    ("?=https://w.example/{searchTerms}", .noEngine("?=https://w.example/{searchTerms}")),
    ("w=https://w.example/{searchTerms} w=https://v.example/{searchTerms}", .twice("w")),
  ])
  func refusesLists(line: String, fault: SearchEngineList.Fault) {
    #expect(throws: fault) { try SearchEngineList(line) }
  }
}
