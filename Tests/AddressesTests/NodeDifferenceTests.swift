import Addresses
import TestSupport
import Testing

/// Known differences between node 20 and the current URL Standard. For each reason in
/// `Differential/known-differences.mjs`, a row contains the correct result.
@Suite struct NodeDifferenceTests {
  struct Row: CustomTestStringConvertible, Sendable {
    /// A section of the URL Standard, unless it says otherwise, and its requirement.
    let reason: String
    let input: String
    var base: String?
    /// The member that is set afterwards, with its name in the standard's interface.
    var member: String?
    var value = ""
    let href: String?
    var testDescription: String { "\(reason): \(input)" }
  }

  static let parsing = [
    Row(reason: "1.3, ^ is encoded in a path", input: "x://h/a^b", href: "x://h/a%5Eb"),
    Row(reason: "1.3, ^ is encoded in a path", input: "http://h/^", href: "http://h/%5E"),
    Row(
      reason: "4.4, opaque path: a space before a fragment is encoded", input: "x:a  #b",
      href: "x:a %20#b"),
    Row(
      reason: "4.4, no scheme: only a fragment is relative to an opaque path", input: "a#b",
      base: "mailto:c@d", href: nil),
    Row(
      reason: "3.3, a domain in ASCII is taken as it is", input: "http://xn--a.Xn--pokx%41ncvks/",
      href: "http://xn--a.xn--pokxancvks/"),
    Row(
      reason: "UTS 46 in 15.1, capital sharp s", input: "http://stra\u{1E9E}e.example/",
      href: "http://xn--strae-oqa.example/"),
    Row(
      reason: "UTS 46, section 4, Punycode that only has ASCII", input: "http://xn--a-。example/",
      href: nil),
    Row(
      reason: "3.3, bidi rule: right-to-left behind left-to-right", input: "http://pא/", href: nil),
    Row(reason: "3.3, bidi rule: a number in front", input: "http://\u{661}/", href: nil),
    Row(reason: "3.3, bidi rule: the other labels too", input: "http://א.com}/", href: nil),
    Row(
      reason: "4.4, path: .. at the end leaves an empty segment", input: "///a/../..",
      base: "x://h/", href: "x:///"),
    Row(
      reason: "4.4, path: dot segments go", input: "http://h/f/.bar/../ton",
      href: "http://h/f/ton"),
    Row(
      reason: "4.1, shorten: a drive letter is two characters", input: "file:///C:x/..",
      href: "file:///"),
  ]

  static let setting = [
    Row(
      reason: "4.4, port: a value without a digit in front", input: "http://h:8080/",
      member: "port",
      value: "a", href: "http://h:8080/"),
    Row(
      reason: "4.4, port: a value of line ends alone", input: "http://h:8080/", member: "port",
      value: "\r", href: "http://h:8080/"),
    Row(
      reason: "4.4, scheme: port 0 is not a default port", input: "x://h:0/", member: "protocol",
      value: "y", href: "y://h:0/"),
    Row(
      reason: "6.1, pathname: the query stays", input: "x:/a?b", member: "pathname", value: "//c",
      href: "x:/.//c?b"),
    Row(
      reason: "4.4, host: nothing in front of a colon", input: "x://h:1/", member: "host",
      value: ":2", href: "x://h:1/"),
    Row(
      reason: "4.4, host: an empty one is one", input: "x:/a", member: "hostname", value: "",
      href: "x:///a"),
    Row(
      reason: "4.4, host: an empty one before a slash", input: "x:/a", member: "host", value: "/b",
      href: "x:///a"),
    Row(
      reason: "4.4, port: it comes with the host", input: "x:/a", member: "host", value: "h:80",
      href: "x://h:80/a"),
  ]

  @Test(arguments: parsing + setting)
  func followsTheStandard(row: Row) throws {
    let base = try row.base.map { try #require(URL($0)) }
    var url = URL(row.input, base: base)
    if let member = row.member { url?.set(member, to: row.value) }
    #expect(url?.href == row.href)
    #expect(url.map { URL($0.href) == url } ?? true)
  }
}
