import Foundation
import Testing

/// The comments, messages, test names and documentation use contemporary English.
@Suite struct ProseTests {
  /// Phrases that today's readers stumble over, and what to write instead.
  private static let habits = [
    ("amiss", "wrong, out of sync"), ("anew", "again"), ("but for", "except for"),
    ("gives on", "re-exports"), ("however often", "no matter how often"),
    ("in the place of", "instead of"), ("is no", "is not a"), ("just now", "at the moment"),
    ("of no use", "useless, invalid"), ("once more", "again"), ("so many", "that many"),
    ("stands", "is, is stored, means"), ("stood", "was"), ("was no", "was not a"),
    ("whoever", "any user who"), ("whomever", "any user whom"),
  ]

  /// Phrases that contain one of the habits and are contemporary English.
  private static let accepted = [
    "is no longer", "is no more than", "is no other", "there is no", "there was no",
    "was no longer",
  ]

  /// Returns the first habit in a text with its replacement, or nil if there is none.
  private func habit(in prose: some StringProtocol) -> String? {
    for clause in prose.lowercased().split(whereSeparator: { ".;:|".contains($0) }) {
      let text = clause.split { !$0.isLetter && $0 != "'" }.joined(separator: " ")
      var words = " \(text) "
      for phrase in Self.accepted { words = words.replacing(" \(phrase) ", with: " … ") }
      if let (phrase, instead) = Self.habits.first(where: { words.contains(" \($0.0) ") }) {
        return "“\(phrase)”: write “\(instead)”"
      }
    }
    return nil
  }

  /// Returns the comment, the string literals and the quoted names in a line of Swift.
  private func prose(inSwift line: Substring, isInLiteral: inout Bool) -> String {
    if line.contains("\"\"\"") {
      isInLiteral.toggle()
      return ""
    }
    if isInLiteral { return String(line) }
    return line.matches(of: #/\/\/.*|"(?:\\.|[^"\\])*"|`[^`]* [^`]*`/#).map { String($0.0) }
      .joined(separator: " … ")
  }

  @Test func `an archaic phrase is found, and contemporary English is not`() {
    for sentence in [
      "The stream was begun anew.", "All words but for the last.", "Ask whoever wrote it.",
      "`about:blank` is no visit.", "It lists so many of them.", "The nonce stands before it.",
    ] {
      #expect(habit(in: sentence) != nil, "\(sentence)")
    }
    for sentence in [
      "There is no tab 3.", "It is no longer listed.", "A newspaper stand.", "renewed",
    ] {
      #expect(habit(in: sentence) == nil, "\(sentence)")
    }
    var isInLiteral = false
    #expect(
      prose(inSwift: "let anew = \"once\"  // more", isInLiteral: &isInLiteral)
        == "\"once\" … // more")
  }

  @Test func `Swift files have no archaic phrases`() throws {
    for file in try SourceTree(["Sources", "Tests", "Examples"]).files
    where !file.path.hasSuffix("ProseTests.swift") && !file.path.hasSuffix("UnicodeTables.swift") {
      var isInLiteral = false
      for (number, line) in file.lines.enumerated() {
        let found = habit(in: prose(inSwift: line, isInLiteral: &isInLiteral))
        #expect(found == nil, "\(file.path):\(number + 1)")
      }
    }
  }

  @Test func `the documentation has no archaic phrases`() throws {
    let folders = ["Sources", "Examples"].flatMap { folder in
      let paths = FileManager.default.enumerator(
        atPath: SourceTree.root.appending(path: folder).path())
      return (paths?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }
    }
    let pages =
      ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
      + folders.filter { $0.hasSuffix(".md") || $0.hasSuffix(".3") }
    #expect(pages.count > 30)
    for page in pages where !page.contains("/.build/") {
      for (number, line) in SourceTree.lines(of: try SourceTree.text(page)).enumerated() {
        #expect(habit(in: line) == nil, "\(page):\(number + 1)")
      }
    }
  }
}
