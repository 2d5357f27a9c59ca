import Foundation
import Testing

/// The conventions that keep the tree readable.
@Suite struct TidyTests {
  private let sources: SourceTree
  private let all: SourceTree

  init() throws {
    sources = try SourceTree(["Sources"])
    all = try SourceTree(["Sources", "Tests", "Examples"])
  }

  @Test func `every mentioned rule is explained`() throws {
    let rules = try SourceTree.text("Sources/Core/BrowserModel/BrowserModel.docc/Rules.md")
    let known = Set(rules.matches(of: #/\*\*([A-Z]\d+)\*\*/#).map { String($0.1) })
    #expect(known.count == 44)
    let mention = #/\b(?:[HTZ]\d+|[AB][1-9]|R1|C1)\b/#
    for file in sources.files {
      for (number, line) in file.lines.enumerated() {
        guard let comment = line.firstRange(of: "//").map({ line[$0.lowerBound...] }) else {
          continue
        }
        for match in comment.matches(of: mention) {
          #expect(known.contains(String(match.0)), "\(file.path):\(number + 1)")
        }
      }
    }
  }

  /// Words that only the authors knew, and what to write instead.
  private static let retired = [
    "shelf": "library", "wish": "action", "wishes": "actions", "kin": "openers",
  ]

  @Test(arguments: retired.keys.sorted())
  func `no file contains a retired word`(word: String) throws {
    for file in all.files where !file.path.hasPrefix("Tests/TidyTests/") {
      for (number, line) in file.lines.enumerated() {
        let hasWord = line.lowercased().split { !$0.isLetter && $0 != " " }
          .contains { (" " + $0 + " ").contains(" \(word) ") }
        #expect(!hasWord, "\(file.path):\(number + 1)")
      }
    }
  }

  @Test func `a type that other files can use is declared in a file with its name`() {
    let declaration =
      #/
      ^(?:@\w+(?:\([^)]*\))?\s+)*
      (?:(?:public|package|internal|final|indirect|nonisolated)\s+)*
      (?:struct|class|enum|actor|protocol)\s+(\w+)
      /#
    // The stand-in for SwiftUI is one file.
    for file in all.files where !file.path.hasPrefix("Tests/PlatformNames/") {
      let name = file.path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
      for (number, line) in file.lines.enumerated() {
        guard let type = line.firstMatch(of: declaration)?.1 else { continue }
        #expect(type == name, "\(file.path):\(number + 1)")
      }
    }
  }

  /// This detects tests that write into the folder in which they run.
  @Test func `the top level contains only the expected files`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path())
      .filter { !$0.hasPrefix(".") }.sorted()
    #expect(
      names == [
        "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "Examples", "LICENSE",
        "Package.swift", "README.md", "Sources", "Tests",
      ])
  }

  @Test func `everything that the architecture names exists`() throws {
    let text = try SourceTree.text("ARCHITECTURE.md")
    let names = Set(all.files.flatMap { $0.path.split(separator: "/") }.map(String.init))
    for match in text.matches(of: #/\]\((?<path>[A-Z][^)#]*)\)/#) {
      #expect(throws: Never.self) { _ = try SourceTree.text(String(match.path)) }
    }
    for match in text.matches(of: #/`(?<type>[A-Z]\w*\+\w+)`/#) {
      #expect(names.contains("\(match.type).swift"), "\(match.type)")
    }
  }
}
