internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The answer of `trail`, which shows the pages visited in a tab as a tree.
struct TrailAnswer {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Draws the trail of a tab.
  func answer(_ tab: Tab) throws -> Answer {
    let trail = try readTrail(of: tab.id)
    let history = Set(tab.entries.map(\.id))
    let current = tab.currentEntry?.id ?? .nothing
    if context.printsJSON { return Answer(json: (trail, current, history), Self.members) }
    var lines: SafeText = ""
    for place in trail.places {
      let line =
        bars(of: place) + text(of: place.page, isCurrent: place.page.entry == current, history)
      let cut = context.presentation.columns.map { line.truncated(toColumns: $0, mark: art.cut) }
      lines += (cut ?? line) + "\n"
    }
    return Answer(lines: lines)
  }

  private var art: LineArt { context.presentation.art }

  /// Returns the columns to the left of a page. They occupy at most half of the terminal, so that
  /// there is space for the page.
  private func bars(of place: Trail.Place) -> SafeText {
    let most = context.presentation.columns.map { max($0 / 4, 2) } ?? Self.maximumBars
    guard place.depth > 0 else { return "" }
    let last = place.beginsBranch ? art.branch : art.bar
    guard place.depth > most else {
      return SafeText(trusted: String(repeating: art.bar, count: place.depth - 1) + last)
    }
    return SafeText(trusted: String(repeating: art.bar, count: most - 2) + art.gap + last)
  }

  private static let maximumBars = 100

  /// Returns a page's mark, number, title and URL.
  private func text(
    of page: Trail.Page, isCurrent: Bool, _ history: Set<EntryID>
  ) -> SafeText {
    let dash = SafeText(trusted: art.dash)
    var label: SafeText =
      page.title.isEmpty
      ? shownURL(page.url) : "\(page.title) \(dash) \(shownURL(page.url))"
    if page.url == Destination.startPage { label = "Start page" }
    let isInHistory = history.contains(page.entry)
    let mark = SafeText(trusted: isCurrent ? art.current : isInHistory ? art.kept : art.left)
    let number = context.style.apply(.dim, to: "#\(page.entry.rawValue)")
    if isCurrent {
      return context.style.apply(.green, .bold, to: mark) + " \(number) "
        + context.style.apply(.bold, to: label)
    }
    return "\(mark) \(number) " + (isInHistory ? label : context.style.apply(.dim, to: label))
  }

  static let members = AnswerMembers<(trail: Trail, current: EntryID, history: Set<EntryID>)> {
    $0.list("trail", "in the order of the visits") { answer in
      answer.trail.order.compactMap { answer.trail.pages[$0] }.map { (page: $0, answer: answer) }
    } of: { page in
      page.member("id", "the id of the page's entry") { $0.page.entry }
      page.member("parent", "the page that led to it") { $0.page.parent.numberOrNil }
      page.member("url") { $0.page.url }
      page.member("title") { $0.page.title }
      page.member("current") { $0.page.entry == $0.answer.current }
      page.member("inHistory") { $0.answer.history.contains($0.page.entry) }
    }
  }

  /// Reads the pages of the tab, including the pages of the tab from which it was duplicated.
  private func readTrail(of tab: TabID) throws -> Trail {
    let ancestry = try TabAncestry(of: tab, in: context.store)
    var trail = Trail()
    try context.visitFoldedEvents(
      isPrivate: tab.isPrivate, from: ancestry.first, backwards: false
    ) { event, words in
      if ancestry.concerns(event) { trail.add(event, words: words) }
      return true
    }
    return trail
  }
}
