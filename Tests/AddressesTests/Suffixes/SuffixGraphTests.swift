import Foundation
import Testing

@testable import Addresses

/// The list of public suffixes that Debian installs.
private enum SystemList {
  static let folder = "/usr/share/publicsuffix"

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder) }

  static func graph() throws -> [UInt8] {
    Array(try Data(contentsOf: Foundation.URL(filePath: folder + "/public_suffix_list.dafsa")))
  }

  /// Returns the rules of the list, by the names under which they are stored.
  static func rules() throws -> [String: PublicSuffixes.Rule] {
    let list = try String(contentsOfFile: folder + "/public_suffix_list.dat", encoding: .utf8)
    var rules: [String: PublicSuffixes.Rule] = [:]
    var isPrivate = false
    for line in list.split(separator: "\n") {
      if line.contains("===BEGIN PRIVATE") { isPrivate = true }
      guard let text = line.split(separator: " ").first, !text.hasPrefix("//") else { continue }
      let name = text.drop { $0 == "!" || $0 == "*" || $0 == "." }
      guard let host = URL("http://" + name)?.host else { continue }
      let rule: PublicSuffixes.Rule =
        text.hasPrefix("!") ? .exception : text.hasPrefix("*") ? [.suffix, .wildcard] : .suffix
      // An exception applies with and without private suffixes.
      let owner: PublicSuffixes.Rule = isPrivate && rule != .exception ? .isPrivate : []
      rules[host] = (rules[host] ?? []).union(rule).union(owner)
    }
    return rules
  }
}

/// Compares the graph with the list from which it was generated, if the system has both.
@Suite(.enabled(if: SystemList.isPresent))
struct SuffixGraphTests {
  @Test func hasEveryRule() throws {
    let graph = try #require(SuffixGraph(SystemList.graph()))
    let rules = try SystemList.rules()
    #expect(rules.count > 8_000)
    let wrong = rules.filter { graph.rule(for: $0.key.utf8.span) != $0.value }
    #expect(wrong.map(\.key).sorted() == [])
  }

  @Test func hasNothingElse() throws {
    let graph = try #require(SuffixGraph(SystemList.graph()))
    let rules = try SystemList.rules()
    let wrong = rules.keys.flatMap { name -> [String] in
      let others: [String] = [name + "x", String(name.dropLast()), "x" + name, name + ".x"]
      return others.filter { rules[$0] == nil && !graph.rule(for: $0.utf8.span).isEmpty }
    }
    #expect(wrong.sorted() == [])
  }

  @Test func refusesOtherFiles() {
    #expect(SuffixGraph([]) == nil)
    #expect(SuffixGraph(Array("// a list of suffixes\ncom\n".utf8)) == nil)
  }

  /// A look-up returns an answer for any bytes.
  @Test(arguments: 0..<40)
  func acceptsDamagedFiles(seed: Int) throws {
    var bytes = try SystemList.graph()
    for index in stride(from: 16 + seed, to: bytes.count, by: 41) { bytes[index] ^= 0x55 }
    let graph = try #require(SuffixGraph(Array(bytes.prefix(bytes.count - seed * 100))))
    let suffixes = PublicSuffixes(graph)
    let hosts = ["www.example.co.uk", "a.b.c.d.com", "x.www.ck", "com"]
    let starts = hosts.compactMap {
      suffixes.suffixStart(in: $0.utf8.span, includesPrivate: true)
    }
    #expect(starts.allSatisfy { $0 < 18 })
  }
}
