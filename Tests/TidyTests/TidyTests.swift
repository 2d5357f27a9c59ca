import Testing

/// What keeps the tree easy to read, checked like any other promise.
@Suite struct TidyTests {
  private let sources: SourceTree
  private let all: SourceTree

  init() throws {
    sources = try SourceTree(["Sources"])
    all = try SourceTree(["Sources", "Tests", "Examples"])
  }

  /// Tables that a program made.
  private static let generated = ["UnicodeTables.swift"]

  @Test func `no file is too long to be read at once`() {
    for file in sources.files where file.lines.count > 401 {
      #expect(Self.generated.contains { file.path.hasSuffix($0) }, "\(file.path) is too long")
    }
  }

  @Test func `a file is a room, not a drawer`() {
    let small = sources.files.filter { $0.lines.count <= 40 }
    #expect(sources.files.count <= 700)
    #expect(small.count <= 60)
  }

  @Test func `a type stands in few files`() {
    let declaration =
      #/^(?:[a-z]+ |@\w+(?:\([^)]*\))? )*(?:struct|class|enum|actor|protocol|extension) (?<name>[\w.]+)/#
    var files: [Substring: Set<String>] = [:]
    for file in sources.files {
      for line in file.lines {
        if let name = line.firstMatch(of: declaration)?.name {
          files[name, default: []].insert(file.path)
        }
      }
    }
    for (name, files) in files { #expect(files.count <= 12, "\(name): \(files.sorted())") }
  }

  @Test func `no function is longer than seventy lines`() {
    for file in sources.files {
      var start: (line: Int, indent: Int)?
      for (number, line) in file.lines.enumerated() {
        let indent = line.prefix { $0 == " " }.count
        let code = line.dropFirst(indent)
        if let begun = start {
          guard indent == begun.indent, code.hasPrefix("}") else { continue }
          #expect(number - begun.line < 70, "\(file.path):\(begun.line + 1)")
          start = nil
        } else if Self.beginsFunction(code), line.hasSuffix("{") {
          start = (number, indent)
        }
      }
    }
  }

  private static func beginsFunction(_ code: Substring) -> Bool {
    guard !code.hasPrefix("//") else { return false }
    return code.contains("func ") || code.hasPrefix("init") || code.contains(" init(")
  }

  @Test func `every rule that is named is explained`() throws {
    let rules = try SourceTree.text("Sources/Core/BrowserModel/BrowserModel.docc/Rules.md")
    let known = Set(rules.matches(of: #/\*\*([A-Z]\d+)\*\*/#).map { String($0.1) })
    #expect(known.count == 34)
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

  /// Words that only their makers knew, and what is said instead.
  private static let retired = [
    "shelf": "library", "wish": "action", "wishes": "actions", "kin": "openers",
  ]

  @Test(arguments: retired.keys.sorted())
  func `a retired word stays away`(word: String) throws {
    for file in all.files where !file.path.hasPrefix("Tests/TidyTests/") {
      for (number, line) in file.lines.enumerated() {
        let hasWord = line.lowercased().split { !$0.isLetter && $0 != " " }
          .contains { (" " + $0 + " ").contains(" \(word) ") }
        #expect(!hasWord, "\(file.path):\(number + 1)")
      }
    }
  }

  @Test func `the architecture is told in few pages`() throws {
    let lines = SourceTree.lines(of: try SourceTree.text("ARCHITECTURE.md"))
    #expect(lines.count <= 250)
  }

  @Test func `what the architecture names is there`() throws {
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
