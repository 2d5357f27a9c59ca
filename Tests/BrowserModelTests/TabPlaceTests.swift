import BrowserModel
import Testing

/// T1: the position of a tab.
struct TabPlaceTests {
  static let inserting = [
    Rule("a foreground link opens after its tab", "A* B C", "A N*<A B C") {
      .open(OpenTab(.named("N"), place: .foregroundLink(from: $0.tab("A"))))
    },
    Rule("and so does the first background link", "A* B C", "A* N<A B C") {
      .open(OpenTab(.named("N"), place: .backgroundLink(from: $0.tab("A"))))
    },
    Rule(
      "a further background link opens after its family", "A* B<A C<B D", "A* B<A C<B N<A D"
    ) { .open(OpenTab(.named("N"), place: .backgroundLink(from: $0.tab("A")))) },
    Rule("but before members of another group", "A* B<A C<A(g) D", "A* B<A N<A C<A(g) D") {
      .open(OpenTab(.named("N"), place: .backgroundLink(from: $0.tab("A"))))
    },
    Rule("family members after other tabs do not count", "A* B C<A", "A* N<A B C<A") {
      .open(OpenTab(.named("N"), place: .backgroundLink(from: $0.tab("A"))))
    },
    Rule("a foreground link ends the previous family", "A* B<A", "A N*<A B") {
      .open(OpenTab(.named("N"), place: .foregroundLink(from: $0.tab("A"))))
    },
    Rule("a new tab is at the end, in the active tab's family", "A* B", "A B new*<A") { _ in
      .open(OpenTab())
    },
    Rule("and so is a tab for a typed address", "A* B", "A B N*<A") { _ in
      .open(OpenTab(.named("N", .typed)))
    },
    Rule("a background tab at the end has no family", "A* B", "A* B N") { _ in
      .open(OpenTab(.named("N", .typed), isSelected: false))
    },
    Rule("a tab at an explicit position has no family", "A* B<A", "A N* B<A") { _ in
      .open(OpenTab(.named("N"), place: .index(1)))
    },
    Rule("an explicit position with an opener", "A B* C<B", "A B C<B N*<A") {
      .open(OpenTab(.named("N"), place: .index(.max), opener: $0.tab("A")))
    },
    Rule("unpinned tabs come after pinned ones", "Ap Bp C*", "Ap Bp N* C") { _ in
      .open(OpenTab(.named("N"), place: .index(0)))
    },
    Rule("a link of a pinned tab opens after all pinned tabs", "A*p Bp C", "Ap Bp N*<A C") {
      .open(OpenTab(.named("N"), place: .foregroundLink(from: $0.tab("A"))))
    },
    Rule("pinned tabs come before the others", "Ap B* C", "Ap N*p<B B C") { _ in
      .open(OpenTab(.named("N"), isPinned: true))
    },
    Rule("a link of a grouped tab opens in the group", "A*(g) B", "A(g) N*<A(g) B") {
      .open(OpenTab(.named("N"), place: .foregroundLink(from: $0.tab("A"))))
    },
    Rule("a tab opened inside a group joins it", "A(g) B(g) C*", "A(g) N*(g) B(g) C") { _ in
      .open(OpenTab(.named("N"), place: .index(1)))
    },
    Rule("a tab opened next to a group does not join it", "A(g) B(g) C*", "A(g) B(g) N* C") { _ in
      .open(OpenTab(.named("N"), place: .index(2)))
    },
    Rule("a duplicate opens after its source", "A* B<A C", "A A'*<A B C") {
      .duplicate($0.tab("A"))
    },
    Rule("the duplicate of a pinned tab is pinned", "A*p Bp C", "Ap A'*p<A Bp C") {
      .duplicate($0.tab("A"))
    },
    Rule("the duplicate of a grouped tab is grouped", "A*(g) B(g) C", "A(g) A'*<A(g) B(g) C") {
      .duplicate($0.tab("A"))
    },
  ]

  @Test(arguments: inserting)
  func `T1: the position of a new tab`(rule: Rule) throws {
    #expect(try rule.happen().strip == rule.after)
  }

  static let moving = [
    Rule("to the right", "A* B C", "B C A*") { .move($0.tab("A"), to: 2) },
    Rule("to the left", "A B C*", "C* A B") { .move($0.tab("C"), to: 0) },
    Rule("not among the pinned ones", "Ap B C*", "Ap C* B") { .move($0.tab("C"), to: 0) },
    Rule("not out of the pinned ones", "A*p Bp C", "Bp A*p C") { .move($0.tab("A"), to: 2) },
    Rule("not beyond the end", "A* B", "A* B") { .move($0.tab("A"), to: 2) },
    Rule("children get its opener", "A* B<A C<B", "B<A A* C<A") { .move($0.tab("B"), to: 0) },
    Rule("into a group", "A* B(g) C(g)", "B(g) A*(g) C(g)") { .move($0.tab("A"), to: 1) },
    Rule("to the edge of its group", "A*(g) B(g) C", "B(g) A*(g) C") { .move($0.tab("A"), to: 1) },
    Rule("out of its group", "A*(g) B(g) C", "B(g) C A*") { .move($0.tab("A"), to: 2) },
    Rule("the only member moves with its group", "A*(g) B C", "B C A*(g)") {
      .move($0.tab("A"), to: 2)
    },
  ]

  @Test(arguments: moving)
  func `T1: the position of a moved tab`(rule: Rule) throws {
    #expect(try rule.happen().strip == rule.after)
  }

  static let stepping = [
    Rule("one place", "A* B C", "B A* C") { .moveBy($0.tab("A"), places: 1) },
    Rule("many places", "A* B C D", "B C D A*") { .moveBy($0.tab("A"), places: 3) },
    Rule("as far as possible", "A B* C", "B* A C") { .moveBy($0.tab("B"), places: .min) },
    Rule("not beyond the end", "A B*", "A B*") { .moveBy($0.tab("B"), places: 1) },
    Rule("not past pinned tabs", "Ap B* C", "Ap B* C") { .moveBy($0.tab("B"), places: -1) },
    Rule("a step into a group", "A* B(g) C(g)", "A*(g) B(g) C(g)") {
      .moveBy($0.tab("A"), places: 1)
    },
    Rule("a second step within the group", "A* B(g) C(g)", "B(g) A*(g) C(g)") {
      .moveBy($0.tab("A"), places: 2)
    },
    Rule("a step out of a group", "A(g) B*(g) C", "A(g) B* C") {
      .moveBy($0.tab("B"), places: 1)
    },
    Rule("through a group", "A* B(g) C", "B(g) A* C") { .moveBy($0.tab("A"), places: 3) },
    Rule("also at the start of the row", "A*(g) B(g) C", "A* B(g) C") {
      .moveBy($0.tab("A"), places: -1)
    },
    Rule("or at the start of the unpinned tabs", "Ap B*(g) C(g)", "Ap B* C(g)") {
      .moveBy($0.tab("B"), places: -1)
    },
    Rule("the only member of a group does not move left", "A*(g) B", "A*(g) B") {
      .moveBy($0.tab("A"), places: -1)
    },
    Rule("nor does it move right", "A*(g) B", "A*(g) B") {
      .moveBy($0.tab("A"), places: 1)
    },
  ]

  @Test(arguments: stepping)
  func `T1: the position of a tab moved by a key`(rule: Rule) throws {
    #expect(try rule.happen().strip == rule.after)
  }

  @Test func `T1: a moved tab skips a collapsed group`() throws {
    var scene = try Scene("A* B(g) C(g) D")
    try scene.perform(.collapse(scene.group("g"), true))
    try scene.perform(.moveBy(scene.tab("A"), places: 1))
    #expect(scene.strip == "B(g) C(g) A* D")
    try scene.perform(.moveBy(scene.tab("A"), places: -1))
    #expect(scene.strip == "A* B(g) C(g) D")
  }

  @Test func `T1: a tab moves into a new window, which gets the focus`() throws {
    var scene = try Scene("A B* C(g)")
    try scene.perform(.moveToNewWindow(scene.tab("B")))
    #expect(scene.strips == "A C*(g) | B*")
    #expect(scene.strip == "B*")
    try scene.perform(.moveToNewWindow(scene.tab("A")))
    #expect(scene.strips == "C*(g) | B* | A*")
  }

  @Test func `T1: a page opens in a new window`() throws {
    var scene = try Scene("A* B")
    try scene.perform(.open(OpenTab(.named("N"), isInNewWindow: true)))
    #expect(scene.strips == "A* B | N*")
    #expect(scene.strip == "N*")
  }

  static let pinning = [
    Rule("a pinned tab moves after the other pinned tabs", "Ap B C*", "Ap C*p B") {
      .pin($0.tab("C"), true)
    },
    Rule("an unpinned tab moves before the other unpinned tabs", "A*p Bp C", "Bp A* C") {
      .pin($0.tab("A"), false)
    },
    Rule("pinning removes a tab from its group", "A(g) B*(g) C", "B*p A(g) C") {
      .pin($0.tab("B"), true)
    },
    Rule("the only tab stays active", "A*", "A*p") { .pin($0.tab("A"), true) },
  ]

  @Test(arguments: pinning)
  func `T1: the position of a pinned tab`(rule: Rule) throws {
    #expect(try rule.happen().strips == rule.after)
  }

  static let grouping = [
    Rule("a new group is at the position of its first tab", "A B* C D", "A B*(n) D(n) C") {
      .group([$0.tab("D"), $0.tab("B")], title: "n")
    },
    Rule("one tab is a group", "A* B", "A*(n) B") { .group([$0.tab("A")], title: "n") },
    Rule("the only tab stays active", "A*", "A*(n)") { .group([$0.tab("A")], title: "n") },
    Rule("out of another group", "A*(g) B(g) C", "B(g) A*(n) C") {
      .group([$0.tab("A")], title: "n")
    },
    Rule("grouping unpins a tab", "Ap Bp C*", "Ap B(n) C*(n)") {
      .group([$0.tab("C"), $0.tab("B")], title: "n")
    },
    Rule("tabs on the left join at the left", "A B* C(g) D(g)", "A(g) B*(g) C(g) D(g)") {
      .group([$0.tab("A"), $0.tab("B")], into: $0.group("g"))
    },
    Rule("tabs on the right join at the right", "C*(g) D(g) E A", "C*(g) D(g) A(g) E") {
      .group([$0.tab("A")], into: $0.group("g"))
    },
    Rule("members of the group do not move", "A*(g) B(g)", "A*(g) B(g)") {
      .group([$0.tab("A")], into: $0.group("g"))
    },
    Rule("a removed tab moves to the nearer end", "A*(g) B(g) C(g) D(g)", "B A*(g) C(g) D(g)") {
      .ungroup([$0.tab("B")])
    },
    Rule("or to the right end", "A*(g) B(g) C(g)", "A*(g) C(g) B") { .ungroup([$0.tab("B")]) },
    Rule("all of them", "A*(g) B(g) C(g)", "A* B C") {
      .ungroup([$0.tab("A"), $0.tab("B"), $0.tab("C")])
    },
  ]

  @Test(arguments: grouping)
  func `T1: the position of grouped tabs`(rule: Rule) throws {
    let scene = try rule.happen()
    #expect(scene.strips == rule.after)
    #expect(scene.browser.brokenInvariants() == [])
  }
}
