import BrowserModel
import EventCoding
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

@Suite struct ManualPageTests {
  private func page(_ subject: ManualPage.Subject) -> String {
    ManualPage(CommandCatalogue.table.index, version: "1.0", date: "2026-01-01").text(subject)
  }

  @Test(arguments: ManualPage.Subject.allCases)
  func `lines are short, and no line is accidentally a roff request`(subject: ManualPage.Subject) {
    for line in page(subject).split(separator: "\n") {
      #expect(line.hasPrefix(".") || line.utf8.count <= 80, "\(line)")
      #expect(!line.hasPrefix("'"), "\(line)")
    }
  }

  @Test func `the page about the log contains each kind of event with its members`() {
    let page = page(.log)
    for kind in EventKind.allCases { #expect(page.contains(".B \(kind.name)\n"), "\(kind.name)") }
    #expect(page.contains(".B sequence\ninteger; its number"))
  }

  @Test func `help describes each format`() throws {
    let topic = try Help(CommandCatalogue.table.index).text(for: "formats").text
    let kinds = CommandCatalogue.table.index.declarations.filter {
      $0.name == "import" || $0.name == "export"
    }.flatMap {
      $0.options.flatMap(\.values).flatMap(\.kind.choices)
        + $0.parameters.flatMap(\.kind.choices)
    }
    #expect(kinds.count > 30)
    for kind in kinds { #expect(topic.contains(kind), "\(kind)") }
  }

  @Test(
    .enabled(if: ShellCompletionTests.has("/usr/bin/mandoc"), "mandoc is absent"),
    arguments: ManualPage.Subject.allCases)
  func `mandoc finds no fault`(subject: ManualPage.Subject) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/page.\(subject == .log ? 5 : 1)"
    try page(subject).write(toFile: file, atomically: true, encoding: .utf8)
    let run = try Subprocess.run("/usr/bin/mandoc", ["-T", "lint", file])
    #expect(run.output == "")
    #expect(run.status == 0)
  }
}
