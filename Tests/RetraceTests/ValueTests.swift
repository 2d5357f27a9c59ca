import Foundation
import Retrace
import TestSupport
import Testing

/// Custom values, as an embedder uses them.
@Suite struct ValueTests {
  @Test func `data survives a restart, and an undo takes it back`() throws {
    let folder = try TemporaryFolder()
    let data = Data([0, 0xFF, 0x80, 1])
    var tab = TabID.nothing
    do {
      let store = try Store(profile: folder.profile)
      tab = try store.open("swift.org")
      try store.setValue(data, named: "app.data", of: .tab(tab))
      try store.setValue(data, named: "app.data", of: .tab(tab))
      try store.setValue(Data(), named: "app.empty", of: .profile)
    }
    let store = try Store(profile: folder.profile)
    #expect(try store[tab, "app.data"].map { Data($0) } == data)
    #expect(try store.session[.profile, "app.empty"] == [])
    #expect(try store.session.values(of: .tab(tab)).map(\.name) == ["app.data"])
    let session = try store.session
    try store.undo()
    try store.undo()
    #expect(try store[tab, "app.data"] == nil)
    #expect(try session[.tab(tab), "app.data"].map { Data($0) } == data)
    try store.setValue(nil as Data?, named: "app.data", of: .tab(tab))
  }

  @Test func `a value of a private tab is only in memory`() throws {
    let store = Store.inMemory()
    let window = try store.perform(.openWindow(), isPrivate: true)
    let tab = try #require(window.openedTab)
    #expect(tab.isPrivate)
    let newest = store.browser.sequence
    try store.setValue([1], named: "app.key", of: .tab(tab))
    #expect(try store[tab, "app.key"] == [1])
    #expect(store.browser.sequence == newest)
  }
}
