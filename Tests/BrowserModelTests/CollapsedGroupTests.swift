import BrowserModel
import Testing

/// The active tab is never in a collapsed group.
struct CollapsedGroupTests {
  private func scene(_ strip: String) throws -> Scene {
    var scene = try Scene(strip)
    try scene.perform(.collapse(scene.group("g"), true))
    return scene
  }

  private func isCollapsed(_ scene: Scene) -> Bool? {
    scene.browser.group(scene.group("g"))?.isCollapsed
  }

  @Test(arguments: [
    ("A B*(g) C(g) D", "A B(g) C(g) D*"), ("A B(g) C*(g)", "A* B(g) C(g)"),
    ("A* B(g) C", "A* B(g) C"),
  ])
  func `collapsing the group of the active tab selects a visible tab`(
    before: String, after: String
  ) throws {
    let scene = try scene(before)
    #expect(scene.strip == after)
    #expect(isCollapsed(scene) == true)
  }

  @Test func `a group is not collapsed if no other tab would be visible`() throws {
    var scene = try Scene("A*(g) B(h)")
    try scene.perform(.collapse(scene.group("h"), true))
    #expect(scene.refusal(of: .collapse(scene.group("g"), true))?.code == .notAllowed)
  }

  @Test func `selecting a tab in a collapsed group expands it`() throws {
    var scene = try scene("A* B(g)")
    try scene.perform(.select(scene.tab("B")))
    #expect(isCollapsed(scene) == false)
    #expect(scene.strip == "A B*(g)")
  }

  @Test func `reopening a tab expands its collapsed group, even if the group is restored too`()
    throws
  {
    var scene = try scene("A* B(g) C(g)")
    try scene.perform(.closeTabs([scene.tab("B")]))
    try scene.perform(.reopen(nil))
    #expect(isCollapsed(scene) == false)
    try scene.perform(.select(scene.tab("A")))
    try scene.perform(.collapse(scene.group("g"), true))
    try scene.perform(.closeTabs([scene.tab("B"), scene.tab("C")]))
    try scene.perform(.reopen(nil))
    #expect(isCollapsed(scene) == false)
    #expect(scene.strip == "A B(g) C*(g)")
  }

  @Test func `closing the last tab outside a collapsed group expands the group`() throws {
    var scene = try scene("A* B(g) C(g)")
    try scene.perform(.closeTabs([scene.tab("A")]))
    #expect(scene.strip == "B*(g) C(g)")
    #expect(isCollapsed(scene) == false)
  }

  @Test
  func
    `a collapsed group expands if a link in it opens a new active tab, or the active tab joins it`()
    throws
  {
    var scene = try scene("A* B(g) C(g)")
    try scene.perform(
      .open(OpenTab(.named("N"), place: .foregroundLink(from: scene.tab("B")))))
    #expect(isCollapsed(scene) == false)
    scene = try self.scene("A* B(g)")
    try scene.perform(.group([scene.tab("A")], into: scene.group("g")))
    #expect(isCollapsed(scene) == false)
  }

  @Test func `a new group has the colour that is used least in the window`() throws {
    var scene = try Scene("A* B C D")
    for name in ["A", "B", "C"] { try scene.perform(.group([scene.tab(name)], title: name)) }
    #expect(scene.browser.groups.map(\.color) == [.grey, .blue, .red])
    try scene.perform(.ungroup([scene.tab("B"), scene.tab("D")]))
    try scene.perform(.group([scene.tab("D")]))
    #expect(scene.browser.groups.map(\.color) == [.grey, .red, .blue])
    #expect(scene.refusal(of: .ungroup([scene.tab("B")]))?.code == .nothingToDo)
  }
}
