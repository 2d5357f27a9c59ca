import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// The URLs to which a page may change its own URL (HTML Standard, 7.2.5, “can have its URL
/// rewritten”).
struct RewritingTests {
  @Test(arguments: [
    ("https://a.example/x", "https://a.example/y?q#f", true),
    ("https://a.example/", "https://b.example/", false),
    ("https://a.example/", "http://a.example/", false),
    ("https://a.example/", "https://a.example:8443/", false),
    ("https://u@a.example/", "https://a.example/", false),
    ("file:///home/a.html", "file:///home/a.html?q#f", true),
    ("file:///home/a.html", "file:///etc/passwd", false),
    ("data:text/html,a", "data:text/html,a#f", true),
    ("data:text/html,a", "data:text/html,b", false),
    ("about:blank", "about:blank#f", true),
    ("about:blank?a", "about:blank?b", false),
    ("foo://h/a?q", "foo://h/a?q#f", true),
    ("foo://h/a?q", "foo://h/a?r", false),
    ("foo://h/a", "foo://h/b", false),
  ])
  func `a page can change its URL only within its origin, or for other schemes within its path`(
    current: String, new: String, isAllowed: Bool
  ) throws {
    var scene = try HistoryScene(current)
    do throws(Refusal) {
      try scene.follow(new, .pushState)
      #expect(isAllowed)
    } catch {
      #expect(error.code == .notAllowed && !isAllowed)
    }
  }
}
