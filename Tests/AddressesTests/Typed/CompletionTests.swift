import Addresses
import Testing

/// The effect of Ctrl-Enter on a typed text under the policy `retrace`.
@Suite struct CompletionTests {
  @Test(arguments: [
    ("swift", "https://www.swift.com/"),
    ("www.swift", "https://www.swift.com/"),
    ("swift.", "https://www.swift.com/"),
    ("notes.txt", "https://www.notes.txt.com/"),
    ("swift.org", "https://swift.org/"),
    ("swift/docs?x#y", "https://www.swift.com/docs?x#y"),
    ("me@swift", "https://me@www.swift.com/"),
    ("http://swift", "http://www.swift.com/"),
    ("swift:8080", "https://www.swift.com:8080/"),
    ("two words", "https://duckduckgo.com/?q=two+words"),
    ("?swift", "https://duckduckgo.com/?q=swift"),
    ("münchen", "https://www.xn--mnchen-3ya.com/"),
  ])
  func completesHosts(text: String, url: String) {
    var context = Typed.Context()
    context.completion = "com"
    #expect(Typed.resolve(text, context).url?.href == url)
  }

  @Test func addsTheRequestedParts() {
    var context = Typed.Context()
    context.completion = "co.uk"
    #expect(Typed.resolve("swift", context).url?.href == "https://www.swift.co.uk/")
  }
}
