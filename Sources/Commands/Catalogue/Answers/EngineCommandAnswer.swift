package import BrowserModel
package import CommandKit
package import EngineDialogue
internal import Notation
package import RetraceStore

/// A command for the view of a tab as JSON, together with its texts.
package struct EngineCommandAnswer: AnswerObject {
  private let command: EngineCommand
  private let order: String
  private var entries: [Entry]?
  private var index: Int?
  private var keepsPage: Bool?
  private var url: String?
  private var item: EngineItem.ID?
  private var zoom: Double?

  /// An entry in the history of a view.
  private struct Entry {
    let content: EventID
    let url: String
    let title: String
    let scroll: PageScrolled?
  }

  package init(_ command: EngineCommand, in browser: Browser, _ words: LogText) {
    self.command = command
    switch command.order {
    case .create(let entries, let index):
      order = "create"
      self.entries = Self.entries(entries, in: browser, words)
      self.index = index
    case .load(let event):
      order = "load"
      let url = event.exists ? words.text(.url, of: event) : nil
      self.url = url.flatMap { $0.isEmpty ? nil : $0 } ?? Destination.startPage
    case .travel(let item):
      order = "travel"
      self.item = item
    case .restore(let entries, let index, let keepsPage):
      order = "restore"
      self.entries = Self.entries(entries, in: browser, words)
      self.index = index
      self.keepsPage = keepsPage
    case .reload: order = "reload"
    case .stop: order = "stop"
    case .zoom(let level):
      order = "zoom"
      zoom = level.factor
    case .close: order = "close"
    }
  }

  package static let members = AnswerMembers<Self> { command in
    command.member("tab") { $0.command.tab }
    command.member("number", "1, 2, 3 …; reports refer to it") { $0.command.number }
    command.member(
      "order",
      .choice(["create", "load", "travel", "restore", "reload", "stop", "zoom", "close"])
    ) { $0.order }
    command.optionalList("entries", "create, restore: the list of the view") {
      $0.entries
    } of: { entry in
      entry.member("entry", "the id by which reports refer to the entry") { $0.content }
      entry.member("url") { $0.url }
      entry.member("title") { $0.title }
      entry.optional("x", "the scroll position at which the page was left") { $0.scroll?.x }
      entry.optional("y") { $0.scroll?.y }
    }
    command.optional("index", "the index of the entry to load") { $0.index }
    command.optional("keepsPage", "restore: whether a page of the same URL stays") { $0.keepsPage }
    command.optional("url", "load") { $0.url }
    command.optional("to", "travel: to this item of the view's list") { $0.item }
    command.optional("zoom", "1.25 is 125 %") { $0.zoom }
  }
  package static let list = AnswerMembers<[Self]>("commands")

  private static func entries(
    _ entries: ContiguousArray<HistoryEntry>, in browser: Browser, _ words: LogText
  ) -> [Entry] {
    entries.map { entry in
      Entry(
        content: entry.content, url: browser.url(of: entry, text: words),
        title: browser.title(of: entry, text: words), scroll: words.scroll(of: entry.scroll))
    }
  }
}

extension EngineItem.ID: AnswerObject {
  package static let members = AnswerMembers<Self> { item in
    item.optional("entry", "the entry, if a command named it") {
      if case .entry(let event) = $0 { event } else { nil }
    }
    item.optional("own", "for any other item, a number that the view uses only once") {
      if case .own(let number) = $0 { number } else { nil }
    }
  }
}
