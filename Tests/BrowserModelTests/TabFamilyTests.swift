import BrowserModel
import Testing

/// T6 and T8: selecting, and its effect on opener groups.
struct TabFamilyTests {
  @Test func `T6: selecting changes no tab's status and starts no load`() throws {
    var scene = try Scene("A* B C")
    try scene.perform(.discard(scene.tab("B")))
    try scene.perform(.reload(scene.tab("C"), isLoading: true))
    let before = scene.browser.tabs.map { ($0.id, $0.status, $0.wanted) }
    try scene.perform(.select(scene.tab("B")))
    let after = scene.browser.tabs.map { ($0.id, $0.status, $0.wanted) }
    #expect(before.map(\.0) == after.map(\.0))
    #expect(before.map(\.1) == after.map(\.1))
    #expect(before.map(\.2) == after.map(\.2))
    #expect(scene.strip == "A B* C")
  }

  @Test(arguments: [
    Rule("to a child", "A* B<A C<A", "A B*<A C<A") { .select($0.tab("B")) },
    Rule("to the parent", "A B*<A C<A", "A* B<A C<A") { .select($0.tab("A")) },
    Rule("to a sibling", "A B*<A C<A", "A B<A C*<A") { .select($0.tab("C")) },
    Rule("from a stranger to a stranger", "A* B C D<C", "A B* C D<C") { .select($0.tab("B")) },
    Rule("anywhere, by a program", "A B*<A C", "A B<A C*") { .select($0.tab("C"), byUser: false) },
  ])
  func `T8: opener groups are kept when the selection stays within the family`(rule: Rule) throws {
    #expect(try rule.happen().strip == rule.after)
  }

  @Test(arguments: [
    Rule("leaving the family", "A B*<A C", "A B C*") { .select($0.tab("C")) },
    Rule("entering a family from outside", "A B<A C*", "A B* C") { .select($0.tab("B")) },
    Rule("typing an address", "A B*<A C", "A B* C") { .go($0.tab("B"), .named("N", .typed)) },
    Rule("choosing a bookmark", "A B*<A", "A B*") { .go($0.tab("B"), .named("N", .bookmark)) },
    Rule("opening a new active tab", "A B*<A", "A B new*<B") { _ in .open(OpenTab()) },
    Rule("duplicating", "A* B<A", "A A'*<A B") { .duplicate($0.tab("A")) },
  ])
  func `T8: opener groups are forgotten`(rule: Rule) throws {
    #expect(try rule.happen().strip == rule.after)
  }

  @Test(arguments: [
    Rule("following a link", "A B*<A", "A B*<A") {
      .follow($0.tab("B"), .named("N"))
    },
    Rule("opening a background tab", "A* B<A", "A* B<A N<A") {
      .open(OpenTab(.named("N"), place: .backgroundLink(from: $0.tab("A"))))
    },
    Rule("a tab opened by a program", "A B*<A", "A B<A N*") { _ in
      .open(OpenTab(.named("N"), place: .index(.max)))
    },
    Rule("pinning another", "A B*<A C", "Cp A B*<A") { .pin($0.tab("C"), true) },
  ])
  func `T8: opener groups are kept`(rule: Rule) throws {
    #expect(try rule.happen().strip == rule.after)
  }

  @Test func `T8: a new tab at the end keeps its opener group for one navigation`() throws {
    var scene = try Scene("A* B")
    try scene.perform(.open(OpenTab()))
    #expect(scene.strip == "A B new*<A")
    try scene.perform(.go(scene.tab("new"), .named("N", .typed)))
    #expect(scene.strip == "A B new*<A")
    try scene.perform(.go(scene.tab("new"), .named("M", .typed)))
    #expect(scene.strip == "A B new*")
  }

  @Test func `T8: the opener group of a new tab ends when another tab becomes active`() throws {
    var scene = try Scene("A* B")
    try scene.perform(.open(OpenTab()))
    try scene.perform(.select(scene.tab("A"), byUser: false))
    #expect(scene.strip == "A* B new")
    try scene.perform(.open(OpenTab(.named("N", .typed))))
    try scene.perform(.select(scene.tab("A"), byUser: false))
    #expect(scene.strip == "A* B new N<A")
  }

  @Test func `T8: the opener is kept when the opener group ends`() throws {
    var scene = try Scene("A B*<A C")
    try scene.perform(.select(scene.tab("C")))
    #expect(scene.strip == "A B C*")
    #expect(scene.browser.tab(scene.tab("B"))?.opener == scene.tab("A"))
    try scene.perform(.closeTabs([scene.tab("A")]))
    #expect(scene.browser.tab(scene.tab("B"))?.opener == nil)
  }

  @Test func `T8: an opener group is limited to its window, but the opener is not`() throws {
    var scene = try Scene("A B*<A C<B")
    let first = scene.browser.focusedWindow
    try scene.perform(.openWindow())
    let second = scene.browser.focusedWindow
    try scene.perform(.move(scene.tab("B"), to: 0, window: second))
    #expect(scene.strips == "A C*<A | B new*")
    #expect(scene.browser.tab(scene.tab("B"))?.opener == scene.tab("A"))
    #expect(scene.browser.tab(scene.tab("C"))?.opener == scene.tab("B"))
    try scene.perform(.move(scene.tab("A"), to: 1, window: second))
    try scene.perform(.move(scene.tab("C"), to: 0, window: second))
    #expect(scene.browser.window(first) == nil)
    #expect(scene.strips == "C B A new*")
  }

  @Test func `T8: a tab cannot be its own opener, and its opener must exist`() throws {
    var scene = try Scene("A*")
    var body = TabOpened()
    body.window = scene.browser.focusedWindow
    body.opener = TabID(scene.browser.sequence.advanced(by: 1))
    body.openerGroup = body.opener
    let own = TabID(scene.append(.tab(.opened(body))))
    body.opener = TabID(9_999)
    body.openerGroup = body.opener
    let orphan = TabID(scene.append(.tab(.opened(body))))
    for id in [own, orphan] {
      let tab = try #require(scene.browser.tab(id))
      #expect(tab.opener == nil)
      #expect(tab.openerGroupParent == nil)
    }
  }
}
