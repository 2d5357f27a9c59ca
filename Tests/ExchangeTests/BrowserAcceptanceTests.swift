import BrowserModel
import ExchangeFormats
import Foundation
import Notation
import Platform
import RetraceStore
import TestSupport
import Testing

@testable import Exchange

/// A real browser, started with an exported file and without a network, saves what it has read.
@Suite(.serialized, .oneBrowser) struct BrowserAcceptanceTests {
  /// Windows with histories, a pinned tab, a group and a closed tab, and bookmarks in folders.
  private func exports() throws -> Exports {
    let exports = try Exports()
    let store = exports.store
    func open(_ urls: String..., pinned: Bool = false) throws -> TabID {
      try store.perform(.open(OpenTab(Destination(urls[0]), isPinned: pinned)))
      // A new tab has the highest id.
      let made = try #require(store.browser.tabs.map(\.id).max())
      for url in urls.dropFirst() { try store.perform(.go(made, Destination(url))) }
      return made
    }
    let first = try open("https://a.example/1", "https://a.example/2", "https://a.example/3")
    try store.perform(.reportTitle(first, content: nil, "Drei & „mehr“ 🎉"))
    try store.perform(.travel(first, by: -1))
    let second = try open("https://b.example/?q=1&r=%20#x")
    try store.perform(.group([first, second], title: "Both", color: .red))
    _ = try open("https://pinned.example/", pinned: true)
    let closed = try open("https://closed.example/1", "https://closed.example/2")
    try store.perform(.closeTabs([closed]))
    try store.perform(.openWindow())
    try store.perform(
      .go(try #require(store.browser.tabs.last).id, Destination("https://c.example/")))
    return exports
  }

  // MARK: Firefox

  private struct State: Decodable {
    let windows: [Window]
  }

  private struct Window: Decodable {
    let tabs: [Tab]
    let _closedTabs: [Closed]
    let groups: [Group]
  }

  private struct Group: Decodable, Equatable {
    let name: String
    let color: String
  }

  private struct Closed: Decodable {
    let state: Tab
  }

  private struct Tab: Decodable {
    let entries: [Entry]
    let index: Int
    let pinned: Bool?
    let groupId: String?

    /// The history with the current entry in brackets, and signs.
    var line: String {
      let urls = entries.enumerated().map { $0 == index - 1 ? "[\($1.url)]" : $1.url }
      return urls.joined(separator: " ") + (pinned == true ? " pinned" : "")
        + (groupId == nil ? "" : " grouped")
    }
  }

  private struct Entry: Decodable {
    let url: String
    let title: String
  }

  /// Restores the previous session and opens no other pages.
  private static let settings = """
    user_pref("browser.startup.homepage_override.mstone", "ignore");
    user_pref("browser.sessionstore.interval", 500);
    user_pref("browser.startup.page", 3);
    user_pref("datareporting.policy.dataSubmissionEnabled", false);
    user_pref("network.dns.disabled", true);

    """

  @Test(
    .enabled(if: BrowserKind.firefox.isInstalled, Comment(rawValue: BrowserKind.firefox.skipped)),
    .timeLimit(.minutes(30)))
  func `Firefox restores an exported session`() throws {
    let folder = try TestSupport.TemporaryFolder()
    try exports().data(.firefoxSession).write(
      to: folder.url.appending(path: "sessionstore.jsonlz4"))
    try Data(Self.settings.utf8).write(to: folder.url.appending(path: "user.js"))
    var launch = BrowserLaunch(.firefox)
    launch.isHeadless = true
    let firefox = try launch.start(in: folder.path)
    defer { firefox.terminate() }
    let file = "\(folder.path)/sessionstore-backups/recovery.jsonlz4"
    let expected = [
      [
        "[https://pinned.example/] pinned",
        "https://a.example/1 [https://a.example/2] https://a.example/3 grouped",
        "[https://b.example/?q=1&r=%20#x] grouped",
      ], ["about:home [https://c.example/]"],
    ]
    var state: State?
    // The test's time limit ends the wait.
    while state?.windows.map({ $0.tabs.map(\.line) }) != expected {
      guard case .nothing = firefox.waitForEnd(until: .now + .milliseconds(100)) else {
        Issue.record("Firefox has ended.")
        return
      }
      guard FileTree.allows(F_OK, file) else { continue }
      let bytes = try FirefoxPack.unpacked(FileBytes.all(of: file), "recovery.jsonlz4")
      state = try JSONDecoder().decode(State.self, from: Data(bytes))
    }
    let window = try #require(state?.windows.first)
    #expect(window.tabs[1].entries[2].title == "Drei & „mehr“ 🎉")
    #expect(window.groups == [Group(name: "Both", color: "red")])
    #expect(
      window._closedTabs.map(\.state.line) == [
        "https://closed.example/1 [https://closed.example/2]"
      ])
  }
}
