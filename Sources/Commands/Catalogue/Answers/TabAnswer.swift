internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// A tab as JSON.
struct TabAnswer: AnswerObject {
  private let tab: Tab
  private let browser: Browser
  private let state: ShownState
  private let use: TabUse
  private let history: HistoryAnswer

  init(_ tab: Tab, in state: ShownState) {
    self.tab = tab
    self.state = state
    browser = state.context.browser(of: tab.id)
    use = TabUse(tab, state.words)
    history = HistoryAnswer(tab, in: state)
  }

  static let shape = JSONShape.named(.tab)
  static let members = AnswerMembers<Self> { tab in
    tab.member("id", "the id; commands accept it as “#4711”, or over JSON-RPC as 4711") {
      $0.tab.id
    }
    tab.member("windowId") { $0.tab.window }
    tab.member("index", "its position in the window, from 0") {
      $0.window?.tabs.firstIndex(of: $0.tab.id) ?? -1
    }
    tab.member("active") { $0.window?.activeTab == $0.tab.id }
    tab.member("pinned") { $0.tab.isPinned }
    tab.member("muted") { $0.tab.isMuted }
    tab.member("private") { $0.tab.id.isPrivate }
    tab.member("openerTabId", "the tab that it was opened from") { $0.tab.opener }
    tab.member("groupId") { $0.tab.group }
    tab.choice("status") { $0.tab.status }
    tab.optional("failure", "why the page could not be loaded") { $0.failure }
    tab.member("openedAt", "when it was opened") { $0.use.opened }
    tab.member("lastUsed", "when it was last selected or navigated, while open") {
      $0.use.lastUsed
    }
    tab.member("url") { $0.browser.url(of: $0.tab, text: $0.state.words) }
    tab.member("title", "empty if no title is known") {
      $0.browser.title(of: $0.tab, text: $0.state.words)
    }
    tab.member("address", "what the address field shows") {
      $0.browser.address(of: $0.tab, text: $0.state.words)
    }
    tab.member("canGoBack") { $0.history.tab.canGoBack }
    tab.member("canGoForward") { $0.history.tab.canGoForward }
    tab.member("zoom", "1.25 is 125 %") {
      $0.state.context.zoom(of: $0.tab, $0.state.words).level.factor
    }
    tab.member("history") { $0.history }
  }
  static let list = AnswerMembers<[Self]>("tabs")

  private var window: Window? { browser.window(tab.window) }

  private var failure: String? {
    guard tab.status == .failed else { return nil }
    return tab.failure.flatMap { state.words.text(.reason, of: $0) } ?? ""
  }
}
