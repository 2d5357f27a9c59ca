internal import BrowserModel
internal import CommandKit

/// The history of a tab as JSON, without forgotten entries.
struct HistoryAnswer: AnswerObject {
  let tab: Tab
  private let entries: [Entry]

  /// An entry with its strings.
  private struct Entry {
    let row: HistoryEntry
    let url: String
    let title: String
  }

  init(_ tab: Tab, in state: ShownState) {
    let browser = state.context.browser(of: tab.id)
    let words = state.words
    self.tab = browser.shown(tab, text: words)
    entries = self.tab.entries.map { row in
      Entry(
        row: row, url: browser.url(of: row, text: words), title: browser.title(of: row, text: words)
      )
    }
  }

  static let shape = JSONShape.named(.history)
  static let members = AnswerMembers<Self> { history in
    history.member("index", "the current entry, from 0") { $0.tab.index }
    history.list("entries", "the oldest first") { $0.entries } of: { entry in
      entry.member("id") { $0.row.id }
      entry.member("url") { $0.url }
      entry.member("title") { $0.title }
      entry.flag("skippable", "whether Back passes it by") { $0.row.flags.contains(.skippable) }
    }
  }
  static let answer = AnswerMembers<Self>("history")
}
