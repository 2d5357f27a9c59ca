import BrowserModel
import Testing

/// T1: the place of a new tab.
struct TabPlaceTests {
  static let inserting = [
    Rule("a foreground link opens after its tab", "A* B C", "A N*<A B C") {
      .open(OpenTab(.named("N"), place: .foregroundLink(from: $0.tab("A"))))
    },
    Rule("so does the first background link", "A* B C", "A* N<A B C") {
      .open(OpenTab(.named("N"), place: .backgroundLink(from: $0.tab("A"))))
    },
    Rule(
      "a background link opens after its opener's descendants", "A* B<A C<B D", "A* B<A C<B N<A D"
    ) { .open(OpenTab(.named("N"), place: .backgroundLink(from: $0.tab("A")))) },
    Rule("but before a tab of another group", "A* B<A C<A(g) D", "A* B<A N<A C<A(g) D") {
      .open(OpenTab(.named("N"), place: .backgroundLink(from: $0.tab("A"))))
    },
    Rule("tabs from the same opener after other tabs do not count", "A* B C<A", "A* N<A B C<A") {
      .open(OpenTab(.named("N"), place: .backgroundLink(from: $0.tab("A"))))
    },
    Rule("a foreground link ends earlier opener groups", "A* B<A", "A N*<A B") {
      .open(OpenTab(.named("N"), place: .foregroundLink(from: $0.tab("A"))))
    },
    Rule("a new tab opens at the end, with the active tab as opener", "A* B", "A B new*<A") { _ in
      .open(OpenTab())
    },
    Rule("so does a typed address", "A* B", "A B N*<A") { _ in
      .open(OpenTab(.named("N", .typed)))
    },
    Rule("a tab in the background has no opener", "A* B", "A* B N") { _ in
      .open(OpenTab(.named("N", .typed), isSelected: false))
    },
    Rule("a tab at a chosen position has no opener", "A* B<A", "A N* B<A") { _ in
      .open(OpenTab(.named("N"), place: .index(1)))
    },
    Rule("a tab at a chosen position with an opener", "A B* C<B", "A B C<B N*<A") {
      .open(OpenTab(.named("N"), place: .index(.max), opener: $0.tab("A")))
    },
    Rule("a new unpinned tab opens after pinned tabs", "Ap Bp C*", "Ap Bp N* C") { _ in
      .open(OpenTab(.named("N"), place: .index(0)))
    },
    Rule("a link of a pinned tab opens after the pinned tabs", "A*p Bp C", "Ap Bp N*<A C") {
      .open(OpenTab(.named("N"), place: .foregroundLink(from: $0.tab("A"))))
    },
    Rule("a new pinned tab opens before unpinned tabs", "Ap B* C", "Ap N*p<B B C") { _ in
      .open(OpenTab(.named("N"), isPinned: true))
    },
    Rule("a link of a grouped tab opens in the group", "A*(g) B", "A(g) N*<A(g) B") {
      .open(OpenTab(.named("N"), place: .foregroundLink(from: $0.tab("A"))))
    },
    Rule("a tab that opens inside a group joins it", "A(g) B(g) C*", "A(g) N*(g) B(g) C") { _ in
      .open(OpenTab(.named("N"), place: .index(1)))
    },
    Rule("a tab that opens next to a group does not", "A(g) B(g) C*", "A(g) B(g) N* C") { _ in
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
    Rule("not before pinned tabs", "Ap B C*", "Ap C* B") { .move($0.tab("C"), to: 0) },
    Rule("not after unpinned tabs", "A*p Bp C", "Bp A*p C") { .move($0.tab("A"), to: 2) },
    Rule("not past the end", "A* B", "A* B") { .move($0.tab("A"), to: 2) },
    Rule("its children get its opener", "A* B<A C<B", "B<A A* C<A") { .move($0.tab("B"), to: 0) },
    Rule("into a group", "A* B(g) C(g)", "B(g) A*(g) C(g)") { .move($0.tab("A"), to: 1) },
    Rule("to the edge of its group", "A*(g) B(g) C", "B(g) A*(g) C") { .move($0.tab("A"), to: 1) },
    Rule("out of its group", "A*(g) B(g) C", "B(g) C A*") { .move($0.tab("A"), to: 2) },
    Rule("the only tab of a group moves with the group", "A*(g) B C", "B C A*(g)") {
      .move($0.tab("A"), to: 2)
    },
  ]

  @Test(arguments: moving)
  func `T1: the position of a moved tab`(rule: Rule) throws {
    #expect(try rule.happen().strip == rule.after)
  }

  static let stepping = [
    Rule("one place", "A* B C", "B A* C") { .moveBy($0.tab("A"), places: 1) },
    Rule("several places", "A* B C D", "B C D A*") { .moveBy($0.tab("A"), places: 3) },
    Rule("at most to the beginning", "A B* C", "B* A C") { .moveBy($0.tab("B"), places: .min) },
    Rule("not past the end", "A B*", "A B*") { .moveBy($0.tab("B"), places: 1) },
    Rule("not past pinned tabs", "Ap B* C", "Ap B* C") { .moveBy($0.tab("B"), places: -1) },
    Rule("it joins a group first", "A* B(g) C(g)", "A*(g) B(g) C(g)") {
      .moveBy($0.tab("A"), places: 1)
    },
    Rule("then it moves within the group", "A* B(g) C(g)", "B(g) A*(g) C(g)") {
      .moveBy($0.tab("A"), places: 2)
    },
    Rule("a step out of a group", "A(g) B*(g) C", "A(g) B* C") {
      .moveBy($0.tab("B"), places: 1)
    },
    Rule("through a group", "A* B(g) C", "B(g) A* C") { .moveBy($0.tab("A"), places: 3) },
    Rule("also at the beginning of the window", "A*(g) B(g) C", "A* B(g) C") {
      .moveBy($0.tab("A"), places: -1)
    },
    Rule("also after the pinned tabs", "Ap B*(g) C(g)", "Ap B* C(g)") {
      .moveBy($0.tab("B"), places: -1)
    },
    Rule("the only tab of a group stays at the beginning", "A*(g) B", "A*(g) B") {
      .moveBy($0.tab("A"), places: -1)
    },
    Rule("the only tab of a group stays where it is", "A*(g) B", "A*(g) B") {
      .moveBy($0.tab("A"), places: 1)
    },
  ]

  @Test(arguments: stepping)
  func `T1: the place of a tab moved with the keyboard`(rule: Rule) throws {
    #expect(try rule.happen().strip == rule.after)
  }

  @Test func `T1: a collapsed group is passed in one step`() throws {
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
    Rule("an unpinned tab moves before the others", "A*p Bp C", "Bp A* C") {
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
    Rule("one tab is enough for a group", "A* B", "A*(n) B") { .group([$0.tab("A")], title: "n") },
    Rule("the only tab stays active", "A*", "A*(n)") { .group([$0.tab("A")], title: "n") },
    Rule("from another group", "A*(g) B(g) C", "B(g) A*(n) C") {
      .group([$0.tab("A")], title: "n")
    },
    Rule("grouping unpins tabs", "Ap Bp C*", "Ap B(n) C*(n)") {
      .group([$0.tab("C"), $0.tab("B")], title: "n")
    },
    Rule("tabs on the left join at the left", "A B* C(g) D(g)", "A(g) B*(g) C(g) D(g)") {
      .group([$0.tab("A"), $0.tab("B")], into: $0.group("g"))
    },
    Rule("tabs on the right join at the right", "C*(g) D(g) E A", "C*(g) D(g) A(g) E") {
      .group([$0.tab("A")], into: $0.group("g"))
    },
    Rule("tabs of the group stay", "A*(g) B(g)", "A*(g) B(g)") {
      .group([$0.tab("A")], into: $0.group("g"))
    },
    Rule("a tab leaves the group at the nearer end", "A*(g) B(g) C(g) D(g)", "B A*(g) C(g) D(g)") {
      .ungroup([$0.tab("B")])
    },
    Rule("from the middle, at the right end", "A*(g) B(g) C(g)", "A*(g) C(g) B") {
      .ungroup([$0.tab("B")])
    },
    Rule("all tabs", "A*(g) B(g) C(g)", "A* B C") {
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
