import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// A store on a log that it cannot lock, while another process writes.
@Suite(.serialized) struct UnlockedTests {
  @Test(.enabled(if: ReadOnlyMount.isAllowed, "only root can mount"))
  func `data overwritten during a read is read again`() throws {
    let profile = try TestProfile()
    let writer = try ProbeProcess("serve", profile.path)
    for number in 1...60 { _ = try writer.ask("open http://a.example/\(number)") }
    guard let mount = try ReadOnlyMount(of: profile.path) else {
      return withKnownIssue("mounting is not allowed here", isIntermittent: true) {
        Issue.record("mount: \(errno)")
      }
    }
    let log = try EventLog(profile: mount.path, access: .readOnly)
    let store = try Store(log) { 1_700_000_000_000 }
    func newestURL(writing urls: [String]) throws -> String? {
      let window = try #require(store.browser.windows.first)
      let tab = try #require(store.browser.tab(window.activeTab))
      return try store.read { words in
        for url in urls { _ = try? writer.ask("open \(url)") }
        return store.browser.url(of: tab, text: words)
      }
    }
    #expect(try newestURL(writing: ["http://b.example/"]) == "http://a.example/60")
    try store.catchUp()
    #expect(try newestURL(writing: []) == "http://b.example/")
    let failure = #expect(throws: LogError.self) {
      try newestURL(writing: ["http://c.example/", "http://d.example/"])
    }
    #expect(failure?.reason == .overwritten)
    #expect(try store.catchUp())
    #expect(try newestURL(writing: []) == "http://d.example/")
    #expect(store.browser.tabCount == 63)
    #expect(store.timeline.damaged == [])
  }
}
