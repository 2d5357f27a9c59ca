import Testing

/// The rules for the documentation comments of the library modules.
@Suite struct DocumentationTests {
  private static let tiers = ["Core", "Storage", "RetraceStore", "RetraceSessions", "Retrace"]

  @Test(arguments: tiers) func `a public symbol is documented`(tier: String) throws {
    for file in try SourceTree(["Sources/\(tier)"]).files {
      for number in file.lines.indices where Self.isDeclaration(number, in: file) {
        var above = number - 1
        while file.lines[above].isAttribute { above -= 1 }
        #expect(file.lines[above].isDocumentation, "\(file.path):\(number + 1)")
      }
    }
  }

  /// Whether a line begins a public declaration that needs documentation beyond that of its
  /// protocol.
  private static func isDeclaration(_ number: Int, in file: SourceTree.File) -> Bool {
    let declaration = #/^ *(@\w+(\([^)]*\))? )*public (?!import |extension )/#
    let line = file.lines[number]
    guard line.firstMatch(of: declaration) != nil, !line.contains("init() {}") else { return false }
    let indent = line.prefix { $0 == " " }.count
    let owner = file.lines[..<number].last {
      !$0.isEmpty && $0.prefix { $0 == " " }.count < indent && $0.hasSuffix("{")
    }
    // The requirements of a protocol, and its default implementations, are documented in the
    // protocol.
    let isAnswer = owner?.contains(#/^ *(public |package )?extension (\S+: |QuietFieldVisitor )/#)
    return isAnswer != true
  }

  @Test(arguments: tiers) func `nearly a fifth of the lines are documentation`(tier: String) throws
  {
    let lines = try SourceTree(["Sources/\(tier)"]).files.flatMap(\.lines)
    let share = Double(lines.count { $0.isDocumentation }) / Double(lines.count)
    #expect(share >= 0.18)
  }

  /// Returns the lines between `// example:` and `// end` in tests, which compile and run.
  private func examplesOfTests() throws -> Set<[Substring]> {
    var examples: Set<[Substring]> = []
    for file in try SourceTree(["Tests"]).files where file.path.hasSuffix("Examples.swift") {
      var example: [Substring]?
      for line in file.lines {
        if line.contains("// example:") {
          example = []
        } else if line.hasSuffix("// end") {
          examples.insert(try #require(example).dedented)
          example = nil
        } else {
          example?.append(line)
        }
      }
    }
    return examples
  }

  /// Returns the blocks of Swift in a page of text.
  private func examples(inPage path: String) throws -> [[Substring]] {
    let parts = try SourceTree.text(path).split(separator: "```swift\n").dropFirst()
    return parts.compactMap { part in
      part.firstRange(of: "```").map { part[..<$0.lowerBound] }
    }.map { block in SourceTree.lines(of: String(block)).dropLast().map { $0 } }
  }

  @Test func `the example of the front page is run by a test`() throws {
    let tested = try examplesOfTests()
    let examples = try examples(inPage: "README.md")
    #expect(examples.count == 1)
    for example in examples {
      #expect(example.starts(with: ["import Retrace", ""]))
      #expect(tested.contains(Array(example.dropFirst(2))))
    }
  }

  @Test func `the examples of the articles are run by a test`() throws {
    let tested = try examplesOfTests()
    let folder = "Sources/Retrace/Retrace.docc"
    var count = 0
    for article in try SourceTree.names(in: folder) where article != "AKiosk.md" {
      for example in try examples(inPage: "\(folder)/\(article)") {
        #expect(tested.contains(example), "\(article): \(example)")
        count += 1
      }
    }
    #expect(count >= 50)
  }

  @Test func `the articles are listed`() throws {
    let folder = "Sources/Retrace/Retrace.docc"
    let page = try SourceTree.text("\(folder)/Retrace.md")
    for article in try SourceTree.names(in: folder) where article != "Retrace.md" {
      #expect(page.contains("- <doc:\(article.dropLast(3))>"), "\(article)")
    }
  }

  @Test func `the pieces of the tutorial are those of the program, in order`() throws {
    let program = try SourceTree.text("Examples/Embedding/Sources/Embedding/main.swift")
    var rest = program[...]
    let pieces = try examples(inPage: "Sources/Retrace/Retrace.docc/AKiosk.md")
    #expect(pieces.count >= 5)
    for piece in pieces {
      let lines = piece.joined(separator: "\n")
      let place = try #require(rest.firstRange(of: lines), "\(lines)")
      rest = rest[place.upperBound...]
    }
  }

  @Test func `an example in a comment is run by a test`() throws {
    let tested = try examplesOfTests()
    var count = 0
    for file in try SourceTree(Self.tiers.map { "Sources/\($0)" }).files {
      var example: [Substring]?
      for (number, line) in file.lines.enumerated() {
        let text = line.drop { $0 == " " }
        if text == "/// ```swift" {
          example = []
        } else if text == "/// ```", let lines = example {
          let isTested = tested.contains(lines.dedented)
          #expect(isTested, "\(file.path):\(number + 1)")
          count += 1
          example = nil
        } else {
          example?.append(text.dropFirst(text == "///" ? 3 : 4))
        }
      }
    }
    #expect(count >= 20)
  }
}

extension Substring {
  fileprivate var isDocumentation: Bool { drop { $0 == " " }.hasPrefix("///") }
  fileprivate var isAttribute: Bool { drop { $0 == " " }.hasPrefix("@") }
}

extension [Substring] {
  /// The lines without their common indentation.
  fileprivate var dedented: [Substring] {
    let indent = filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return map { $0.dropFirst(indent) }
  }
}
