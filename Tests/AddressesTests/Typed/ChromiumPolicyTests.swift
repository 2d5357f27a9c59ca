import Foundation
import TestSupport
import Testing

@testable import Addresses

/// The policy `chromium` against Chromium's own unit tests, and against what a Chromium answered.
@Suite(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
struct ChromiumPolicyTests {
  /// What differs on purpose.
  static let differences = [
    Difference(
      "The table is older than the browser, which takes it for a path.", "foo/bar%00"),
    Difference(
      "Chromium's repair gives an address that it does not take afterwards; here there is none.",
      "http://host.com:ninety-two/", "http://host.com:ninety-two?foo", "::1"),
    Difference(
      "The URL Standard allows no space in a host.", "http:// shouldfail.com", "http://a%20b/"),
    Difference(
      "The URL Standard knows drive letters everywhere.", "file://C:\\Users\\user\\myfile.html"),
    Difference("The URL Standard drops localhost from files.", "file://localhost/tmp/x"),
    Difference(
      "The URL Standard leaves | in paths.", "https://example.com/a\"b<c>d`e{f}g|h\\i^j"),
  ]

  @Test func agreesWithItsTables() throws {
    let tables = ["chromium-input-type", "chromium-desired-tld", "chromium-fixup"]
    let rows = try tables.flatMap(TypedRow.table) + TypedRow.table("observed-chromium")
    #expect(rows.count > 700)
    Self.differences.expect(rows.filter { answer(to: $0) != expected(of: $0) }.map(\.input))
  }

  /// What kind of input it is, where it leads, and what is offered beside it; for repairs alone, the
  /// address.
  private func answer(to row: TypedRow) -> [String?] {
    var context = Typed.Context(allowsScript: true, homeFolder: "/home/user")
    context.completion = row.desiredTLD
    let resolution = Typed.resolve(row.input, by: .chromium, context)
    if row.expected.kind == "fixup" { return [resolution.address?.href] }
    let leads = row.leads ? resolution.url?.href : nil
    return [resolution.inputType, leads, row.offered == nil ? nil : resolution.address?.href]
  }

  private func expected(of row: TypedRow) -> [String?] {
    if row.expected.kind == "fixup" { return [row.expected.url] }
    return [row.expected.kind, row.leads ? row.expected.url : nil, row.offered]
  }

  @Test func cutsTextsAsItsTableSays() throws {
    let rows = try TypedRow.table("chromium-segment")
    #expect(rows.count == 10)
    for row in rows { #expect(parts(of: row.input) == row.expected.parts, "\(row.input)") }
  }

  /// The parts as offsets and lengths in the text before it is trimmed.
  private func parts(of text: String) -> [String: [Int]] {
    let skipped = text.prefix { $0 == " " }.utf8.count
    let parts = ChromiumParts(TypedText(text))
    let named = [
      "scheme": parts.typedScheme, "username": parts.username, "password": parts.password,
      "host": parts.host, "port": parts.port, "path": parts.path, "query": parts.query,
      "ref": parts.fragment,
    ]
    return named.compactMapValues { $0.map { [skipped + $0.lowerBound, $0.count] } }
  }
}

extension TypedRow {
  /// Whether the table says where the text itself leads.
  fileprivate var leads: Bool { expected.url != nil && (expected.default ?? "url") == "url" }

  /// The address that is offered beside a search.
  fileprivate var offered: String? {
    expected.second?.match == "url-what-you-typed" ? expected.second?.url : nil
  }
}

extension Resolution {
  /// Chromium's name for the kind of input.
  fileprivate var inputType: String {
    switch kind {
    case .url: "url"
    case .search: offersAddress ? "unknown" : "query"
    case .refused: "empty"
    }
  }
}
