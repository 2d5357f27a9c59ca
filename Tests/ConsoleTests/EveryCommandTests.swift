import EventCoding
import Foundation
import TestSupport
import Testing

@testable import CommandKit

/// Runs every command on profiles created from imports in which all optional data is missing.
@Suite struct EveryCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String], _ lines: [String]) throws -> Subprocess {
    try RetraceProcess.run(
      ["-p", folder.profile, "--yes", "--keep-going"] + RetraceProcess.clock + arguments,
      input: lines.map { $0 + "\n" }.joined(), in: folder.url, joinsErrors: true)
  }

  /// Expects that neither the program nor a helper program was ended by a signal.
  private func expectNoTrap(_ run: Subprocess, _ what: Comment) {
    #expect(run.status < 128, what)
    #expect(!run.output.contains("Fatal error"), what)
    #expect(!run.output.contains("was ended by signal"), what)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `no command traps on imported data`(seed: UInt64) throws {
    var files = SparseFiles(seed)
    var imports: [String] = []
    for (name, bytes) in files.all() {
      try Data(bytes).write(to: folder.url.appending(path: name))
      imports.append("import \(name)")
    }
    expectNoTrap(try run([], imports), "import")
    var random = SplitMix64(seed: seed)
    for effects in [[.reads, .steers], [.mayWrite, .writes]] as [[CommandDeclaration.Effect]] {
      for json in [[], ["--json"]] {
        let lines = CommandLines.all(of: effects, &random)
        expectNoTrap(try run(json, lines), "\(lines.joined(separator: "\n"))")
      }
    }
  }

  /// Imports events of every kind with empty fields, and then the log of a used profile without
  /// optional members.
  @Test func `no command traps on a log with empty events`() throws {
    let lines = SparseFiles.emptyEvents
    try Data(lines.map { $0 + "\n" }.joined().utf8)
      .write(to: folder.url.appending(path: "log.jsonl"))
    let imported = try run([], ["import log.jsonl", "stats"])
    #expect(imported.output.contains("Imported \(lines.count) events."))
    var random = SplitMix64(seed: 1)
    for json in [[], ["--json"]] {
      let lines = CommandLines.all(of: [.reads, .steers], &random)
      expectNoTrap(try run(json, lines), "\(lines.joined(separator: "\n"))")
    }
    let writing = CommandLines.all(of: [.mayWrite, .writes], &random)
    expectNoTrap(try run([], writing), "\(writing.joined(separator: "\n"))")
  }
}
