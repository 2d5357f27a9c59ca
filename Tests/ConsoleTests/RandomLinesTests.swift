import BrowserModel
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

@Suite struct RandomLinesTests {
  static let words: [String] = {
    // The commands for browsers write files, even with a log in memory.
    let declarations = CommandCatalogue.table.index.declarations
      .filter { !$0.name.hasPrefix("live") }
    let names = declarations.map(\.name).filter { $0 != "source" && $0 != "page thumbnail" }
    let options = declarations.flatMap(\.options).map { "--\($0.name)" }
    return names + options + values
  }()

  static let values: [String] = [
    "1", "2", "3", "9", "0", "-1", "#2", "#5", "#-2", "#99999999999", "a.example", "b.example/x#y",
    "'two words'", "125", "25%", "Work/Swift", "/", "a,b", "k", "blue", "historyLimit", "50", "''",
    "@14:00", "@2h", "-2", "start", "now", "main", "name", "tab.closed", "user",
    "javascript:alert(1)", "http://", "é", "\u{1b}[2J", "%s", "about:start", ";",
  ]

  /// Lines of random known words.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `no line causes a trap`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var context = try memoryShell()
    for _ in 0..<120 {
      let count = Int.random(in: 1...6, using: &random)
      let line = (0..<count).compactMap { _ in Self.words.randomElement(using: &random) }
        .joined(separator: " ")
      let text = (try? context.run(line)) ?? ""
      #expect(!text.unicodeScalars.contains("\u{1b}"), "\(line)")
      for browser in [context.store.browser, context.store.privateBrowser] {
        #expect(browser.brokenInvariants() == [], "\(line)")
      }
    }
    #expect(try !context.run("state").isEmpty)
  }
}
