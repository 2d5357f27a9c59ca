import Testing

/// The names that `import Retrace` makes visible.
@Suite struct SurfaceTests {
  /// The names that the sources of the module export or declare at the top level.
  private func names() throws -> [Substring] {
    let exported = #/^@_exported public import (?:\w+) \w+\.(\w+)$/#
    let declared =
      #/^(?:@\w+ )*public (?:final )?(?:struct|class|enum|protocol|actor|typealias|func|let|var) (\w+)/#
    return try SourceTree(["Sources/Retrace"]).files.flatMap(\.lines).compactMap { line in
      (line.firstMatch(of: exported) ?? line.firstMatch(of: declared))?.1
    }
  }

  @Test func `the surface grows only on purpose`() throws {
    let names = try names()
    #expect(names.contains("Store") && names.contains("SessionModel"))
    #expect(Set(names).count == names.count)
    #expect(names.count <= 66, "\(names.count)")
  }

  @Test func `no module is exported as a whole`() throws {
    for file in try SourceTree(["Sources/Retrace"]).files {
      for line in file.lines where line.hasPrefix("@_exported") {
        #expect(line.contains(#/import \w+ \w+\.\w+$/#), "\(file.path): \(line)")
      }
    }
  }

  @Test func `no name hides a name of Foundation or SwiftUI`() throws {
    let platform: Set<Substring> = [
      "Action", "Body", "Bookmark", "Color", "Data", "Date", "Event", "Group", "Label", "Library",
      "Link", "Mark", "Menu", "Page", "Picker", "Policy", "Scene", "Section", "Settings", "Stack",
      "Subject", "Tab", "Text", "Timeline", "Transition", "UndoManager", "URL", "UUID", "View",
      "Window", "Zoom",
    ]
    #expect(platform.isDisjoint(with: try names()))
  }
}
