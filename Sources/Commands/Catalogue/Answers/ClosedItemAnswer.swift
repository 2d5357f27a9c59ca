internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// A closed tab, several closed tabs or a closed window as JSON.
struct ClosedItemAnswer: AnswerObject {
  let item: ClosedItem
  let time: Timestamp?
  let state: ShownState

  static let shape = JSONShape.named(.closed)
  static let members = AnswerMembers<Self> { item in
    item.member("id", "the id; “reopen” accepts it as “#4711”, or over JSON-RPC as 4711") {
      $0.item.thing
    }
    item.choice("kind") { $0.item.kind }
    item.member("event", "the event that closed the item; “reopen” accepts it too") { $0.item.id }
    item.optional(
      "closedAt",
      "when the item was closed; if it was imported, when the other "
        + "browser closed it"
    ) {
      $0.time
    }
    item.member("windowId", "the window in which the item was closed") { $0.item.window }
    item.optional("name", "the name of the window, if it had a name and closed with its tabs") {
      $0.item.title.exists ? $0.state.words.text(.title, of: $0.item.title) ?? "" : nil
    }
    item.list("tabs") { item in
      item.item.tabs.map { (closed: $0, state: item.state) }
    } of: { tab in
      tab.member("id") { $0.closed.tab.id }
      tab.member("index", "its position in the window, from 0") { $0.closed.index }
      tab.member("pinned") { $0.closed.tab.isPinned }
      tab.member("url") { $0.state.url(of: $0.closed.tab) }
      tab.member("title") { $0.state.title(of: $0.closed.tab) }
      tab.member("history") { HistoryAnswer($0.closed.tab, in: $0.state) }
    }
  }
  static let list = AnswerMembers<[Self]>("closed", "the newest first")
}
