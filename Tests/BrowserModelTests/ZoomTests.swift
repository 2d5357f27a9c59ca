import BrowserModel
import TestSupport
import Testing

/// Z1 to Z4: zoom.
struct ZoomTests {
  private func level(_ percent: Int) -> ZoomLevel { ZoomLevel(percent: percent) }

  /// Returns a scene with two tabs of site A and one tab of site B.
  private func scene() throws -> (scene: Scene, first: TabID, second: TabID, other: TabID) {
    var scene = try Scene("A* B")
    try scene.perform(.open(OpenTab(.named("A"))))
    return (scene, scene.tab("A"), scene.tab("A'"), scene.tab("B"))
  }

  private func answer(_ scene: Scene, _ tab: TabID) throws -> ZoomAnswer {
    scene.browser.zoom(of: try #require(scene.browser.tab(tab)), text: scene.driver.log)
  }

  @Test func `Z1: zooming in and out uses Safari's steps`() throws {
    var scene = try Scene("A*")
    let tab = scene.tab("A")
    var seen: [Int] = []
    while (try? scene.perform(.zoom(tab, .stepIn))) != nil {
      seen.append(Int(try answer(scene, tab).level.hundredths) / 100)
    }
    #expect(seen == [115, 125, 150, 175, 200, 250, 300])
    seen = []
    while (try? scene.perform(.zoom(tab, .stepOut))) != nil {
      seen.append(Int(try answer(scene, tab).level.hundredths) / 100)
    }
    #expect(seen == [250, 200, 175, 150, 125, 115, 100, 85, 75, 50])
  }

  @Test func `Z1: a level between two steps moves to the next step, on any ladder`() throws {
    var scene = try Scene("A*")
    let tab = scene.tab("A")
    try scene.perform(.zoom(tab, .set(level(110))))
    try scene.perform(.zoom(tab, .stepIn))
    #expect(try answer(scene, tab).level == level(115))
    try scene.perform(.set(.zoomLadder, "30 120 400"))
    try scene.perform(.zoom(tab, .stepOut))
    #expect(try answer(scene, tab).level == level(30))
    try scene.perform(.zoom(tab, .stepIn))
    try scene.perform(.zoom(tab, .stepIn))
    #expect(try answer(scene, tab).level == level(400))
  }

  @Test(arguments: [0, 24, 501, 655])
  func `Z1: only 25 to 500 percent can be set`(percent: Int) throws {
    var scene = try Scene("A*")
    let tab = scene.tab("A")
    for action in [
      Action.zoom(tab, .set(level(percent))), .zoomTemporarily(tab, .set(level(percent))),
      .zoomSite(host: "a.example", level(percent)), .zoomDefault(level(percent)),
    ] {
      #expect(throws: Refusal.self) { try scene.driver.state.refusal(of: action) }
    }
    try scene.perform(.zoom(tab, .set(level(25))))
    try scene.perform(.zoom(tab, .set(level(500))))
  }

  @Test func `Z2: all tabs of a site share its zoom, including tabs that navigate to it`() throws {
    var (scene, first, second, other) = try scene()
    try scene.perform(.zoom(first, .set(level(150))))
    #expect(try answer(scene, second).level == level(150))
    #expect(try answer(scene, other).level == .actual)
    try scene.perform(.go(other, Destination("http://A.example/deep?x#y")))
    #expect(try answer(scene, other).level == level(150))
    #expect(scene.browser.zoom.sites.set.count == 1)
  }

  @Test func `Z2: a level equal to the default erases the level of the site`() throws {
    var (scene, first, second, _) = try scene()
    try scene.perform(.zoom(first, .set(level(150))))
    try scene.perform(.zoom(second, .set(.actual)))
    #expect(scene.browser.zoom.sites.set.isEmpty)
    #expect(try answer(scene, first).decider == .default)
    try scene.perform(.zoom(first, .set(level(150))))
    try scene.perform(.zoom(first, .reset))
    #expect(scene.browser.zoom.sites.set.isEmpty)
    #expect(scene.browser.zoom.sites.namedCount == 1)
  }

  @Test func `Z2: a new default erases equal levels, and the other sites follow it`() throws {
    var (scene, first, _, other) = try scene()
    try scene.perform(.zoom(first, .set(level(150))))
    try scene.perform(.zoomDefault(level(150)))
    #expect(scene.browser.zoom.sites.set.isEmpty)
    #expect(try answer(scene, other).level == level(150))
    try scene.perform(.zoomDefault(.actual))
    #expect(try answer(scene, first).level == .actual)
  }

  @Test func `Z3: the zoom of a tab affects only that tab`() throws {
    var (scene, first, second, _) = try scene()
    try scene.perform(.zoomTemporarily(first, .set(level(200))))
    #expect(try answer(scene, first).level == level(200))
    #expect(try answer(scene, second).level == .actual)
    try scene.perform(.zoom(first, .stepIn))
    #expect(try answer(scene, first).level == level(250))
    #expect(scene.browser.zoom.sites.namedCount == 0)
    try scene.perform(.zoomTemporarily(first, .reset))
    #expect(try answer(scene, first).decider == .default)
  }

  @Test func `Z3: in private tabs and on pages without a site, zoom affects only the tab`() throws {
    var scene = try Scene("A*")
    try scene.perform(.open(OpenTab()))
    try scene.perform(.zoom(scene.tab("new"), .set(level(200))))
    #expect(try answer(scene, scene.tab("new")).decider == .tab)
    var secret = try Scene("A* B", isPrivate: true)
    try secret.perform(.zoom(secret.tab("A"), .set(level(200))))
    try secret.perform(.open(OpenTab(.named("A"))))
    #expect(try answer(secret, secret.tab("A")).decider == .tab)
    #expect(try answer(secret, secret.tab("A'")).level == .actual)
    #expect(secret.browser.zoom.sites.namedCount == 0)
  }

  @Test func `Z4: the answer contains the level that applies and the event that set it`() throws {
    var (scene, first, second, other) = try scene()
    let byDefault = try scene.perform(.zoomDefault(level(85)))[0].sequence
    let bySite = try scene.perform(.zoom(first, .set(level(150))))[0].sequence
    try scene.perform(.zoomTemporarily(second, .set(level(200))))
    let ofSite = try answer(scene, first)
    #expect(ofSite.decider == .site && ofSite.source == bySite)
    #expect(ofSite.level == level(150) && ofSite.host == "A.example")
    #expect(try answer(scene, second).decider == .tab)
    let ofDefault = try answer(scene, other)
    #expect(ofDefault.decider == .default && ofDefault.source == byDefault)
    #expect(ofDefault.level == level(85) && ofDefault.host == "B.example")
  }

  @Test(arguments: [
    ("http://a.example/x", "a.example"), ("https://u:p@a.example:81/", "a.example"),
    ("http://[::1]:80/", "[::1]"), ("http://a.example?q", "a.example"),
    ("ftp://a.example", "a.example"),
  ])
  func `Z2: the host of an address`(url: String, expected: String) {
    #expect(host(ofURL: url).map { String($0) } == expected)
  }

  @Test(arguments: ["about:start", "data:text/plain,x", "file:///x", "", "x", "mailto:a@b.example"])
  func `Z2: addresses without a host`(url: String) {
    #expect(host(ofURL: url) == nil)
  }
}
