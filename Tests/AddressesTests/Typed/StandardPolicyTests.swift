import Addresses
import Testing

/// Uses the URL Standard's parser as a policy.
@Suite struct StandardPolicyTests {
  @Test(
    arguments: [
      ("https://a.com", nil, "https://a.com/"),
      ("../x?y", "https://a.com/b/c", "https://a.com/x?y"),
      ("//b.com", "https://a.com/", "https://b.com/"),
      ("define:word", nil, "define:word"),
      ("javascript:f()", nil, "javascript:f()"),
      ("", "https://a.com/b", "https://a.com/b"),
      (" \n", nil, nil), ("a.com", nil, nil),
    ] as [(String, String?, String?)])
  func parsesAndNothingElse(text: String, base: String?, url: String?) {
    var context = Typed.Context()
    context.base = base.flatMap { URL($0) }
    let resolution = Typed.resolve(text, by: .whatwg, context)
    #expect(resolution.url?.href == url)
    #expect(resolution.kind == (resolution.url == nil ? .refused : .url))
  }

  @Test(
    arguments: [
      ("a.com", nil, "It has no scheme, and there is no base."),
      ("https://", nil, "The address has no host."),
      ("https://a.com:x", nil, "The port is not a number from 0 to 65535."),
      ("https://a b/", nil, "The host contains characters that are not allowed."),
      ("https://1.2.3.4.5", nil, "The host is not a valid IP address."),
      ("//a b/", "https://a.com/", "The host contains characters that are not allowed."),
    ] as [(String, String?, String)])
  func saysWhyNot(text: String, base: String?, reason: String) {
    var context = Typed.Context()
    context.base = base.flatMap { URL($0) }
    #expect(Typed.resolve(text, by: .whatwg, context).reason == reason)
  }
}
