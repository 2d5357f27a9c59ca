internal import BrowserModel
internal import Session
internal import Timeline

/// What `trail` works with.
extension Shell {
  func trailAnswer(_ tab: Tab) throws(CommandFailure) -> Answer {
    let trail = try trail(of: tab.id)
    let history = Set(tab.rows.map(\.entry))
    let current = tab.row?.entry ?? .nothing
    if printsJSON { return json(trail, current: current, history: history) }
    var table = Table([.left])
    for (lines, page) in trail.drawn() {
      table.add([line(lines, page, isCurrent: page.entry == current, history)])
    }
    return Answer(table, width: presentation.columns)
  }

  private func line(
    _ lines: String, _ page: Trail.Page, isCurrent: Bool, _ history: Set<Sequence>
  ) -> VisibleText {
    var label: VisibleText = page.title.isEmpty ? "\(page.url)" : "\(page.title) — \(page.url)"
    if page.url == Destination.startPage { label = "Start page" }
    let isInHistory = history.contains(page.entry)
    let mark: VisibleText = isCurrent ? "▸" : isInHistory ? "●" : "○"
    let marked = "\(mark) " + label
    let line = VisibleText(trusted: lines)
    if isCurrent { return line + style.apply(.bold, to: marked) }
    return line + (isInHistory ? marked : style.apply(.dim, to: marked))
  }

  private func json(_ trail: Trail, current: Sequence, history: Set<Sequence>) -> Answer {
    Answer { json in
      json.array("trail") { json in
        for page in trail.order.compactMap({ trail.pages[$0] }) {
          json.object { json in
            json.member("id", page.entry.rawValue)
            json.member("parent", page.parent.exists ? page.parent.rawValue : nil)
            json.member("url", page.url)
            json.member("title", page.title)
            json.member("current", page.entry == current)
            json.member("inHistory", history.contains(page.entry))
          }
        }
      }
    }
  }

  /// The tab's pages, and those that it was duplicated with.
  private func trail(of tab: Sequence) throws(CommandFailure) -> Trail {
    let followed = try ancestry(of: tab)
    let isPrivate = tab.isPrivate
    let undone = undoneBatches(isPrivate: isPrivate)
    var trail = Trail()
    try visitLog(isPrivate: isPrivate, from: followed.last?.tab, backwards: false) {
      event, words in
      let isFollowed = followed.contains { way in
        event.concerns(way.tab)
          && event.sequence.rawValue.magnitude < way.until.rawValue.magnitude
      }
      if isFollowed, !undone.contains(event.batch) { trail.take(event, words: words) }
      return true
    }
    return trail
  }

  /// A tab, then what it is a duplicate of, and so on, each up to the moment of its duplication.
  private func ancestry(
    of tab: Sequence
  ) throws(CommandFailure) -> [(tab: Sequence, until: Sequence)] {
    var ways = [(tab: tab, until: Sequence(tab.isPrivate ? .min + 1 : .max))]
    var next: Sequence? = tab
    while let current = next {
      next = nil
      try visitLog(isPrivate: current.isPrivate, from: current, through: current) { event, _ in
        if case .tab(.duplicated(let body)) = event.body {
          ways.append((body.source, current))
          next = body.source
        }
        return false
      }
    }
    return ways
  }
}
