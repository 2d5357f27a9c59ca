internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// A page of a tab's history that Back or Forward can reach.
struct EntryAhead {
  let entry: HistoryEntry
  /// The number of steps for `travel`, from 1.
  let steps: Int
  /// The number of steps for `back` and `forward`, or nil for an entry that they skip.
  let count: Int?

  /// The code of the error for a page that Back or Forward does not reach.
  static let missing = "noSuchEntry"

  /// Returns a page that Back or Forward reaches in a tab. This is the nearest page, the N-th page,
  /// or the page that an id or words specify.
  ///
  /// - Throws: An error with the code ``missing`` if there is no such page.
  static func page(
    _ reference: Reference?, of tab: Tab, _ direction: Int, in context: CommandContext
  ) throws -> EntryAhead {
    let pages: [EntryAhead] = try context.read { Self.pages(of: tab, direction, in: context, $0) }
    let found: EntryAhead?
    switch reference {
    case nil: found = pages.first { $0.count == 1 }
    case .position(let number): found = pages.first { $0.count == number }
    case .id(let number): found = pages.first { $0.entry.id.event == EventID(id: number) }
    case .words(let text):
      let search = try context.read { (words) -> NameSearch in
        var search = NameSearch(
          text, .entry(direction < 0 ? "reached by Back" : "reached by Forward"))
        for page in pages {
          let count = page.count.map { "\($0)" } ?? ""
          search.look(at: page.entry, of: tab, in: context, words, position: count)
        }
        return search
      }
      let id = try search.onlyMatch()
      found = pages.first { $0.entry.id.event == id }
    case .place: found = nil
    }
    guard let found else {
      let name = direction < 0 ? "Back" : "Forward"
      let page = reference.map { "\($0)" } ?? "1"
      throw CommandError(
        missing, "\(name) does not reach page \(page); “history --json” lists the ids.")
    }
    return found
  }

  /// Returns the pages in one direction, nearest first, without forgotten pages.
  private static func pages(
    of tab: Tab, _ direction: Int, in context: CommandContext, _ words: LogText
  ) -> [EntryAhead] {
    let shown = context.browser(of: tab.id).shown(tab, text: words)
    let entries =
      direction < 0
      ? Array(shown.entries.prefix(shown.index).reversed())
      : Array(shown.entries.dropFirst(shown.index + 1))
    var count = 0
    return entries.enumerated().map { offset, entry in
      let isSkipped = entry.flags.contains(.skippable)
      if !isSkipped { count += 1 }
      return EntryAhead(entry: entry, steps: offset + 1, count: isSkipped ? nil : count)
    }
  }
}
