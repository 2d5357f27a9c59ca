internal import BrowserModel
internal import Store

/// What was closed and not forgotten, the newest first: what `closed` lists and `reopen` takes.
struct ClosedItems {
  private let shell: Shell
  private let words: LogText

  init(_ shell: Shell, _ words: LogText) {
    self.shell = shell
    self.words = words
  }

  /// The items; those of the log that has the focus come first.
  private func all() -> [ClosedItem] {
    let browser = shell.durableSession
    let durable = browser.closed.reversed().filter { !browser.isForgotten($0, text: words) }
    let own = Array(shell.privateBrowser.closed.reversed())
    return shell.isPrivate ? own + durable : durable + own
  }

  /// The id of an item, by its place in `closed` or by an id; the newest one's where none was named.
  static func readID(
    _ reference: Reference?, in shell: Shell
  ) throws(CommandFailure) -> EventID? {
    if case .id(let id)? = reference { return EventID(id: id) }
    let items = try shell.read { ClosedItems(shell, $0).all() }
    guard case .position(let position)? = reference else { return items.first?.id.event }
    return try items.element(
      at: position, "closed item", ifNone: "The list of what was closed is empty."
    ).id.event
  }

  /// What `closed` shows.
  func answer() -> Answer {
    if shell.printsJSON { return Answer { shell.json(words).closed(&$0) } }
    var table = Table([.right, .left, .left, .left])
    for (offset, item) in all().enumerated() {
      table.add([
        "\(offset + 1)", shell.style.apply(.dim, to: "#\(item.thing.rawValue)"),
        VisibleText(naming: item.kind),
        label(of: item),
      ])
    }
    return table.isEmpty
      ? Answer("The list of what was closed is empty.")
      : Answer(table, width: shell.presentation.columns)
  }

  /// What names an item: its tab, or how many tabs with the first of them.
  private func label(of item: ClosedItem) -> VisibleText {
    let labels = item.tabs.map { shell.label(of: $0.tab, words) }
    guard labels.count != 1, let first = labels.first else { return labels.first ?? "" }
    return .counted(item.tabs.count, "tab") + ": \(first), …"
  }
}

extension ClosedItem {
  /// The id by which everything else calls what was closed; several tabs have one together: that of
  /// the event that closed them.
  fileprivate var thing: EventID {
    switch kind {
    case .tab: tabs.first?.tab.id.event ?? id.event
    case .window: window.event
    case .tabs: id.event
    }
  }
}
