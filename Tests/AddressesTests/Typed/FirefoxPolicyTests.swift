import Addresses
import Foundation
import TestSupport
import Testing

/// The policy `firefox` against Firefox's own unit test, and against what a Firefox answered.
@Suite(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
struct FirefoxPolicyTests {
  /// What differs on purpose.
  static let differences = [
    Difference(
      "To the URL Standard chrome: is like any scheme that it does not name.",
      "chrome:usr:pwd@hst/pth?qry#ref", "chrome://version"),
    Difference(
      "To the URL Standard a semicolon is part of a user name.",
      "smb://workgroup;user:password@server/share/folder/file.txt"),
  ]

  @Test func agreesWithWhatWasObserved() throws {
    let rows = try TypedRow.table("observed-firefox")
    #expect(rows.count > 550)
    let differing = rows.filter { row in
      let resolution = Typed.resolve(row.input, by: .firefox, context)
      let loads = resolution.kind == .url ? resolution.url?.href : nil
      return [resolution.fixupKind, resolution.address?.href, resolution.words, loads]
        != [row.expected.kind, row.expected.url, row.expected.terms, row.expected.loads]
    }
    Self.differences.expect(differing.map(\.input))
  }

  /// The empty text is refused here; that `localhost` is not known was so before it became a default.
  @Test func agreesWithItsUnitTest() throws {
    let rows = try TypedRow.table("firefox-fixup-info").filter {
      !$0.input.isEmpty && $0.when != "no DNS first"
    }
    #expect(rows.count == 71)
    for row in rows {
      var context = context
      let looksUpFirst = row.when?.hasSuffix("DNS first") == true
      context.isKnownHost = { $0 == "whitelisted" || looksUpFirst }
      let resolution = Typed.resolve(row.input, by: .firefox, context)
      #expect(resolution.fixupKind == row.expected.kind, "\(row.input)")
      #expect(resolution.address?.href == row.expected.url, "\(row.input)")
      guard let alternate = row.expected.alternate else { continue }
      #expect(resolution.address?.alternate?.href == alternate, "\(row.input)")
    }
  }

  /// Words that are searched for unless a host is called so, if hosts are looked up first.
  @Test func goesToHostsThatAreKnown() throws {
    let rows = try TypedRow.table("firefox-fixup-info").filter {
      $0.expected.affectedByDNS == true && $0.when == nil
    }
    #expect(rows.count > 10)
    for row in rows {
      var context = context
      context.isKnownHost = { _ in true }
      let resolution = Typed.resolve(row.input, by: .firefox, context)
      #expect(resolution.url?.href == row.expected.url, "\(row.input)")
    }
  }

  @Test func completesALoneWord() {
    var context = context
    context.completion = "com"
    let urls = ["swift", "swift/docs", "swift.org", "two words", "nas:80"].map {
      Typed.resolve($0, by: .firefox, context).url?.href
    }
    #expect(
      urls == [
        "https://www.swift.com/", "https://www.swift.com/docs", "http://swift.org/",
        "https://duckduckgo.com/?q=two+words", "http://nas/",
      ])
  }

  private var context: Typed.Context {
    Typed.Context(allowsScript: true, homeFolder: "/home/user")
  }
}

extension Resolution {
  /// Firefox's word for what came out.
  fileprivate var fixupKind: String {
    switch kind {
    case .url: "url"
    case .search: "query"
    case .refused: "error"
    }
  }
}
