import Addresses
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
struct StandardSuiteTests {
  @Test(arguments: ["urltestdata.json", "urltestdata-javascript-only.json"])
  func parsing(file: String) throws {
    let rows = try Corpora.rows("address/wpt/" + file, as: ParsingRow.self)
    #expect(!rows.isEmpty)
    expectNone(rows.flatMap(\.differences))
  }

  @Test func mutations() throws {
    let rows = try Corpora.lines("address/url-mutations.jsonl", as: ParsingRow.self)
    #expect(rows.count >= 600)
    expectNone(rows.flatMap(\.differences))
  }

  @Test func parsingIsIdempotent() throws {
    let rows = try Corpora.rows("address/wpt/urltestdata.json", as: ParsingRow.self)
    for case let href? in rows.map({ $0.members["href"] }) {
      #expect(WebURL(href)?.href == href)
    }
  }

  struct DomainRow: Decodable {
    let input: String
    let output: String?
  }

  @Test(arguments: ["toascii.json", "IdnaTestV2.json", "IdnaTestV2-removed.json"])
  func domains(file: String) throws {
    let rows = try Corpora.rows("address/wpt/" + file, as: DomainRow.self)
    #expect(!rows.isEmpty)
    expectNone(
      rows.compactMap { row in
        // The suite's own runner skips these rows too: with an empty host, the rest of the URL
        // would become the host.
        guard !row.input.isEmpty else { return nil }
        let encoded = row.input.utf8.map { "%" + String($0 + 0, radix: 16).leftPadded }.joined()
        let actual = WebURL("https://\(encoded)/x")?.host
        guard actual != row.output else { return nil }
        let shown = row.input.unicodeScalars.map { String($0.value, radix: 16) }
        return "\(shown.joined(separator: " ")): \(actual ?? "nil"), not \(row.output ?? "nil")"
      })
  }

  struct EncodingRow: Decodable {
    let input: String
    let output: [String: String]
  }

  @Test func percentEncoding() throws {
    for row in try Corpora.rows("address/wpt/percent-encoding.json", as: EncodingRow.self) {
      let url = WebURL("https://doesnotmatter.invalid/?\(row.input)#\(row.input)")
      #expect(url?.query == row.output["utf-8"])
      #expect(url?.fragment == row.output["utf-8"])
    }
  }

  private func expectNone(
    _ differences: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let shown = differences.prefix(40).joined(separator: "\n")
    #expect(
      differences.isEmpty, "\(differences.count) differences:\n\(shown)",
      sourceLocation: sourceLocation)
  }
}

extension String {
  fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}
