import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Catalogue

/// `when` finds the first moment at which a condition was true.
@Suite struct WhenTests {
  static let expressions = [
    "tab a.example", "tab title", "tab one two", "url ~ ONE", "title ~ title", "title ~ zzz",
    "tabs > 4", "tabs <= 0 and windows > 0", "windows > 1", "groups >= 2", "bookmarks = 3",
    "closed > 2", "closed != 0 and tabs > 3", "zoom a.example > 100", "zoom z.example < 100",
    "zoom default > 100", "not tab b.example and tabs > 2", "(tab c or tab two) and not groups > 0",
    "tab #2", "closed #2", "closed #2 and not tab #9", "closed #1", "tab start and tabs > 1",
    "tab '' and windows = 2",
  ]

  /// A single pass finds the same moment as a search over all moments.
  @Test(arguments: 0..<40)
  func `the first moment is found`(seed: Int) throws {
    var context = try memoryShell()
    var steps = RandomSteps(seed: UInt64(seed))
    for _ in 0..<60 { try step(&steps, context.store) }
    try compareWithEveryMoment(&context)
  }

  /// Events of other devices count too, and so do tabs taken from them.
  @Test(arguments: 0..<20)
  func `the first moment is found with another device`(seed: Int) throws {
    let pair = try ShellPair()
    var steps = RandomSteps(seed: UInt64(seed))
    for round in 0..<5 {
      for _ in 0..<8 { try step(&steps, pair.desk.store) }
      for _ in 0..<8 { try step(&steps, pair.phone.store) }
      try pair.share()
      if round % 2 == 1 { _ = try pair.desk.run("take phone") }
    }
    try compareWithEveryMoment(&pair.desk)
  }

  private func compareWithEveryMoment(_ context: inout CommandContext) throws {
    context.presentation.printsJSON = true
    let newest = context.store.browser.sequence
    var moments: [ProfileState] = []
    for number in 0...newest.rawValue {
      var past = try context.store.moment(.after(EventID(number)))
      moments.append(try context.store.readState(of: &past))
    }
    for text in Self.expressions {
      let expression = try ExpressionParser.parse(text)
      // A host may be named by different events at different moments, so each moment is evaluated
      // separately.
      let first = try moments.firstIndex { state in
        try context.store.readUncached { words in
          expression.holds(expression.conditions.map { $0.isTrue(of: state, words) })
        }
      }
      let answer =
        try JSONSerialization.jsonObject(
          with: Data(context.run("when \"\(text)\"").utf8)) as? [String: Any]
      let found = answer?["when"] as? [String: Any]
      #expect(found?["sequence"] as? Int == first, "\(text)")
    }
  }

  private func step(_ steps: inout RandomSteps, _ store: Store) throws {
    let state = try store.readState()
    do {
      switch steps.next(state) {
      case .action(let action, let actor): try store.perform(action, by: Origin(actor))
      case .undo: try store.undo()
      case .redo: try store.redo()
      }
    } catch {
      // Impossible actions are rejected.
    }
  }

  @Test func `many undos in a long log are taken into account`() throws {
    var context = try memoryShell()
    try context.run("open a.example")
    for number in 0..<3_000 {
      try context.run("follow /\(number)")
      if number % 100 == 0 { try context.run("open x\(number).example ; undo") }
    }
    try context.run("open b.example ; undo ; redo ; follow /last")
    #expect(try context.run("when tabs > 1 and url ~ last").hasPrefix("#"))
    #expect(try context.run("when tabs > 2") == "It was never true, up to this moment.\n")
  }

  @Test func `the answer contains the moment and the command that shows it`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open b.example ; close")
    #expect(
      try context.run("when tabs > 1") == """
        #3  2026-01-01 00:00:00.000  opened https://b.example/
        “at 3” shows that moment, “show 3” shows what changed.

        """)
    #expect(
      try context.run("when tabs = 0") == "It is true at the start, before the first event.\n")
    #expect(try context.run("when tabs > 2") == "It was never true, up to this moment.\n")
    try context.run("window new --private ; open x.example")
    let answer = try context.run("when tab x.example")
    #expect(
      answer.hasSuffix(
        "“show #-3” shows what changed. Private windows have no past.\n"))
    #expect(!answer.contains("“at "))
    #expect(try context.run("show #-3").contains("https://x.example/"))
    #expect(
      try context.run("when tab b.example").hasPrefix("It was never true of the private windows. "))
  }

  @Test func `the search ends at the moment shown, and follows its branch`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open b.example ; branch try 2 ; open c.example ; switch try")
    #expect(try context.run("when tabs > 1") == "It was never true, up to this moment.\n")
    try context.run("open d.example ; switch main ; at 2")
    #expect(try context.run("when tabs > 1") == "It was never true, up to this moment.\n")
    #expect(try context.run("now ; when tabs > 2").contains("#5  "))
    #expect(try context.run("switch try ; when tabs > 1").contains("#6  "))
  }

  @Test func `quotes keep words together`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; page title 'this and that' ; page title 'that'")
    #expect(try context.run("when tab \"this and that\"").hasPrefix("#3"))
    #expect(try context.run("when title ~ 'and that' and tabs = 1").hasPrefix("#3"))
    #expect(try context.run("when tab this and that").hasPrefix("At column 14 of"))
  }
}

extension Condition {
  /// Whether the condition is true of a state.
  fileprivate func isTrue(of state: ProfileState, _ words: LogText) -> Bool {
    let browser = state.browser
    func has(_ wanted: [String], _ text: (Tab) -> String) -> Bool {
      browser.tabs.contains { tab in
        let text = text(tab).lowercased()
        return wanted.allSatisfy { $0.isEmpty || text.contains($0.lowercased()) }
      }
    }
    switch self {
    case .tab(let wanted):
      return has(wanted) {
        browser.title(of: $0, text: words) + "\n" + browser.url(of: $0, text: words)
      }
    case .url(let wanted): return has(wanted) { browser.url(of: $0, text: words) }
    case .title(let wanted): return has(wanted) { browser.title(of: $0, text: words) }
    case .open(let id): return browser.tab(id) != nil
    case .closed(let id):
      return browser.closed.contains { item in
        item.tabs.contains { $0.tab.id.event == id }
          || item.kind == .window && item.window.event == id
      }
    case .count(let countable, let comparison, let number):
      let count =
        switch countable {
        case .tabs: browser.tabs.count
        case .windows: browser.windows.count
        case .groups: browser.groups.count
        case .bookmarks: state.library.bookmarks.all.filter { $0.kind == .bookmark }.count
        case .closed: browser.closed.count
        }
      return comparison.holds(count, number)
    case .zoom(let host, let comparison, let hundredths):
      let name = words.site(named: host, among: browser.zoom.sites)
      let own = name.flatMap { browser.zoom.sites[$0]?.level } ?? .none
      let level = own.exists ? own : browser.zoom.default
      return comparison.holds(Int(level.hundredths), hundredths)
    case .defaultZoom(let comparison, let hundredths):
      return comparison.holds(Int(browser.zoom.default.hundredths), hundredths)
    }
  }
}
