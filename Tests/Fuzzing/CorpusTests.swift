import Foundation
import TestSupport
import Testing

/// The short form of `fuzz`: checks inputs that libFuzzer has generated and that reach all
/// branches, and inputs that have violated a law before.
@Suite(.serialized) struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Corpus")

  @Test(arguments: FuzzTarget.allCases)
  func `every law holds for the corpus`(_ target: FuzzTarget) throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: target.rawValue + ".base64"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let input = try #require(Data(base64Encoded: String(line)))
      #expect(throws: Never.self, "\(line.prefix(200))") { try target.check(Array(input)) }
    }
  }

  /// Inputs that have violated a law before.
  @Test(arguments: [
    Case(
      "a record that says that it is not redacted",
      "AxC10JX/vDEYNSADKAUwAjjL/7m7yC5AAUgDqgMJCJMEEJQEGIJ7IAMoBTiF/7m7yC5AA0gDgAEA2gcFCgAQ0Ak=",
      FuzzTarget.record),
    Case(
      "a snapshot of a closed item without tabs",
      "ABABDgIAAACGAAMOAAEJDgECAAEBAAEAgoAAABAAAAAyAAAA0K+r/vlisI2s/vliAAAA1GEKAA==", .snapshot),
    Case(
      "a snapshot with windows, and the focus in none of them",
      "ABABDgIAAAAAAAMAAAEBDgECAAEBAAEAgoAAABAAAAAyAAAA0K+r/vlisI2smPliAAAA1GEKAA==", .snapshot),
  ])
  func `inputs that failed before pass`(row: Case<String, FuzzTarget>) throws {
    let input = try #require(Data(base64Encoded: row.input))
    #expect(throws: Never.self) { try row.expected.check(Array(input)) }
  }
}
