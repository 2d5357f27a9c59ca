import Foundation
import PlatformNames
import Retrace
import Testing

/// A file of a front end. It does not compile if a name of the library hides a name of Foundation or
/// of SwiftUI, or if the members of an exported type are not visible.
@Suite struct NamesTests {
  private struct Fade: Transition {}

  @Test func `names of the platform need no module name`() throws {
    let address = try #require(URL(string: "https://swift.org/"))
    let scenes: [any Scene] = [Window(), WindowGroup(), Settings()]
    let views: [Any] = [
      Text(), Tab(), Label(), Link(), Page(), Event(), Action(), Library(), Policy(), Timeline(),
      Mark(), Fade(),
    ]
    #expect(scenes.count + views.count == 15)
    let store = Store.inMemory()
    let opened = try store.perform(.open(OpenTab(Destination(address.absoluteString))))
    let id = try #require(opened.openedTab)
    let tab: Session.Tab = try #require(try store.session.tab(id))
    let action = Session.Action.pin(tab.id, true)
    try store.perform(action, by: Origin(agent: "tidier"))
    let window: Session.Window = try #require(try store.session.windows.first)
    #expect(window.tabs.map(\.isPinned) == [true])
    #expect(try store.undo(agent: "tidier").results.count == 1)
    let date: Date = try #require(try store.moments.last).date
    #expect(date.timeIntervalSinceNow < 1)
  }
}
