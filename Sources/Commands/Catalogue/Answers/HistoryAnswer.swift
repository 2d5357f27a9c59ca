internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// The history of a tab as JSON, without forgotten entries.
struct HistoryAnswer: AnswerObject {
  let tab: Tab
  private let browser: Browser
  private let words: LogText
  private let state: ShownState

  init(_ tab: Tab, in state: ShownState) {
    browser = state.context.browser(of: tab.id)
    words = state.words
    self.state = state
    self.tab = browser.shown(tab, text: words)
  }

  static let shape = JSONShape.named(.history)
  static let members = AnswerMembers<Self> { history in
    history.member("index", "the current entry, from 0") { $0.tab.index }
    history.optional(
      "unknownPages", "earlier pages of a connected browser that are not known until visited"
    ) { $0.unknownPages }
    history.list("entries", "the oldest first") { history in
      history.tab.entries.map { (row: $0, history: history) }
    } of: { entry in
      entry.member("id") { $0.row.id }
      entry.member("url") { $0.history.browser.url(of: $0.row, text: $0.history.words) }
      entry.member("title") { $0.history.browser.title(of: $0.row, text: $0.history.words) }
      entry.flag("skippable", "whether Back skips it") { $0.row.flags.contains(.skippable) }
    }
  }

  /// The number of unknown pages before the first entry, or nil if there are none. Only the present
  /// number is known.
  var unknownPages: Int? {
    let count = state.context.past == nil ? state.connected.unknownPages(of: tab.id) : 0
    return count > 0 ? count : nil
  }

  static let answer = AnswerMembers<Self>("history")
}
