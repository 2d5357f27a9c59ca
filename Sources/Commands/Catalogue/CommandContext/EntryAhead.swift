internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// Pages of a tab's history that Back or Forward can reach, the nearest first.
struct EntryAhead {
  let entry: HistoryEntry
  /// The distance for `travel`, from 1.
  let steps: Int
  /// The distance for `back` and `forward`, or nil for an entry that they skip.
  let count: Int?

  /// Whether Back or Forward of a tab has a page: the nearest, the N-th, or the one named.
  static func has(
    _ page: Reference?, of tab: Tab, _ direction: Int, in context: CommandContext
  ) throws(CommandFailure) -> Bool {
    var number = 1
    switch page {
    case nil: break
    case .position(let position): number = position
    case let page?:
      do throws(CommandFailure) {
        _ = try steps(to: page, of: tab, direction, in: context)
        return true
      } catch {
        guard error.code == missing else { throw error }
        return false
      }
    }
    return try context.read { words in
      pages(of: tab, direction, in: context, words).contains { $0.count == number }
    }
  }

  private static let missing = "noSuchEntry"

  /// The number of steps of `travel` that lead to the page that an id or words name.
  static func steps(
    to reference: Reference, of tab: Tab, _ direction: Int, in context: CommandContext
  ) throws(CommandFailure) -> Int {
    let pages: [EntryAhead] = try context.read { Self.pages(of: tab, direction, in: context, $0) }
    let id: EventID?
    switch reference {
    case .id(let number): id = EventID(id: number)
    case .words(let text):
      let search = try context.read { (words) -> NameSearch in
        var search = NameSearch(text, .entry(direction < 0 ? "behind Back" : "behind Forward"))
        for page in pages {
          let count = page.count.map { "\($0)" } ?? ""
          search.look(at: page.entry, of: tab, in: context, words, position: count)
        }
        return search
      }
      id = try search.theOne()
    case .position, .place: id = nil
    }
    guard let page = pages.first(where: { $0.entry.id.event == id }) else {
      let name = direction < 0 ? "Back" : "Forward"
      throw CommandFailure(
        missing, "No page behind \(name) is \(reference); “history --json” has their ids.")
    }
    return page.steps
  }

  /// The pages in a direction, without those that were forgotten.
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
