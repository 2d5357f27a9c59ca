internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// The closed items that were not forgotten, newest first. `closed` lists these items, and `reopen`
/// accepts them.
struct ClosedItems {
  private let context: CommandContext
  private let words: LogText

  init(_ context: CommandContext, _ words: LogText) {
    self.context = context
    self.words = words
  }

  /// Returns all closed items. The items of the focused log come first.
  private func all() -> [ClosedItem] {
    let browser = context.durableBrowser
    let durable = browser.closed.reversed().compactMap { browser.shown($0, text: words) }
    let own = Array(context.privateBrowser.closed.reversed())
    return context.isPrivate ? own + durable : durable + own
  }

  /// Returns the id of an item, given its position in `closed`, its id, or words. The default is
  /// the newest item.
  static func readID(
    _ reference: Reference?, in context: CommandContext
  ) throws -> EventID? {
    if case .id(let id)? = reference { return EventID(id: id) }
    if case .words(let text)? = reference {
      return try context.read { ClosedItems(context, $0).search(text) }.onlyMatch()
    }
    let items = try context.read { ClosedItems(context, $0).all() }
    guard case .position(let position)? = reference else { return items.first?.id.event }
    return try items.element(
      at: position, "closed item", ifNone: "No closed tabs or windows."
    ).id.event
  }

  /// Returns the id of the item that was closed last in the focused window.
  static func readNewest(
    ofFocusedWindowIn context: CommandContext, _ references: [Reference]
  ) throws -> EventID? {
    guard references.isEmpty else {
      throw CommandError(
        "conflict",
        "Use either --here or an argument, not both.", status: .usage)
    }
    let window = try context.window(nil).id
    let items = try context.read { ClosedItems(context, $0).all() }
    let found = items.first { item in
      item.kind != .window && item.tabs.contains { $0.tab.window == window }
    }
    guard let found else {
      throw CommandError(
        "nothingToDo",
        "No tabs of this window were closed; “closed” lists the closed tabs of all windows.")
    }
    return found.id.event
  }

  /// Returns the items that match words, or all items if there are no words.
  func named(_ text: String) -> [NamedThing] { search(text).found }

  /// Searches the items by the titles, URLs and groups of their tabs, and by window names.
  private func search(_ text: String) -> NameSearch {
    var search = NameSearch(text, .closedItem)
    for (offset, item) in all().enumerated() {
      let browser = context.browser(of: item.id)
      for closed in item.tabs {
        search.look(
          at: item.thing, title: browser.title(of: closed.tab, text: words),
          url: browser.url(of: closed.tab, text: words),
          names: (closed.group.map { [browser.title(of: $0, text: words)] } ?? [])
            + windowName(of: item),
          position: "\(offset + 1)")
      }
    }
    return search
  }

  /// Returns the name of a closed window, or an empty array for other items.
  private func windowName(of item: ClosedItem) -> [String] {
    guard item.kind == .window, item.title.exists, let name = words.text(.title, of: item.title),
      !name.isEmpty
    else { return [] }
    return [name]
  }

  /// Specifies which items `closed` lists.
  struct Filter {
    /// Words in the title or the address of one of the tabs.
    let words: [SearchPattern]
    /// Only items closed after this event, or nil for all.
    let after: EventID?
    /// Only items closed up to this event, or nil for all.
    let until: EventID?
    /// Only tabs of this host and its subdomains.
    let host: String?
    let limit: Int

    init(_ arguments: Arguments, in context: CommandContext) throws {
      words = [SearchPattern](wordsOf: arguments.text("words") ?? "")
      host = arguments.text("site")?.lowercased()
      limit = arguments.integer("limit") ?? 20
      after = try arguments.point("since").map { point in
        try context.sequence(of: point)
      }
      until = try arguments.point("until").map { point in
        try context.sequence(of: point)
      }
    }
  }

  /// Returns the answer of `closed`.
  static func answer(_ filter: Filter, in context: CommandContext) throws -> Answer {
    let answer = try context.read { words in
      Result { try ClosedItems(context, words).answer(filter) }
    }
    return try answer.get()
  }

  static let listed = AnswerMembers<(items: [ClosedItemAnswer], total: Int)> { closed in
    closed.all(ClosedItemAnswer.list) { $0.items }
    closed.member("total", "the number of items that match") { $0.total }
  }

  private func answer(_ filter: Filter) throws -> Answer {
    let found = all().enumerated().filter { includes($0.element, filter) }
    let shown = found.dropFirst(context.offset).prefix(filter.limit)
    if context.printsJSON {
      let answer = Answer(
        json: (context.shown(words).closed(shown.map(\.element)), found.count), Self.listed)
      return context.part(answer, next: shown.endIndex < found.count ? shown.endIndex : nil)
    }
    let windows = context.windows.map(\.id)
    var table = Table([.right, .left, .left, .left, .left, .left])
    for (offset, item) in shown {
      table.add([
        "\(offset + 1)", context.style.apply(.dim, to: "#\(item.thing.rawValue)"),
        try time(of: item), SafeText(naming: item.kind), window(of: item, among: windows),
        label(of: item),
      ])
    }
    guard !table.isEmpty else {
      return Answer(all().isEmpty ? "No closed tabs or windows." : "Nothing matches.")
    }
    let note =
      found.count > shown.count ? context.cutNote(shown.count, of: found.count) : ""
    return Answer(lines: table.text(width: context.presentation.columns) + note)
  }

  private func includes(_ item: ClosedItem, _ filter: Filter) -> Bool {
    if let after = filter.after, item.id.event.isPrivate || item.id.event <= after { return false }
    if let until = filter.until, item.id.event.isPrivate || item.id.event > until { return false }
    let browser = context.browser(of: item.id)
    return item.tabs.contains { closed in
      let url = browser.url(of: closed.tab, text: words)
      if let host = filter.host {
        let own = BrowserModel.host(ofURL: url).map(String.init) ?? ""
        guard own == host || own.hasSuffix(".\(host)") else { return false }
      }
      return filter.words.areIn(
        [browser.title(of: closed.tab, text: words), url] + windowName(of: item))
    }
  }

  /// Returns the time at which an item was closed.
  private func time(of item: ClosedItem) throws -> SafeText {
    context.shortTime(ClosingTimes([item.id.event], in: context)[item.id.event])
  }

  /// Returns the window in which tabs were closed, or empty text if it is the only window.
  private func window(of item: ClosedItem, among windows: [WindowID]) -> SafeText {
    if item.kind == .window || windows == [item.window] { return "" }
    let place = windows.firstIndex(of: item.window)
    return context.style.apply(
      .dim,
      to: place.map { "in window \($0 + 1)" } ?? "in window #\(item.window.rawValue), now closed")
  }

  /// Returns the label of an item. This is the label of its tab, or the number of its tabs with the
  /// label of the first tab.
  private func label(of item: ClosedItem) -> SafeText {
    let labels = item.tabs.map { context.label(of: $0.tab, words) }
    if let name = windowName(of: item).first {
      let tabs: SafeText = .counted(item.tabs.count, "tab")
      return "“\(SafeText(name))”, \(tabs): \(labels.first ?? "")"
        + (labels.count > 1 ? ", …" : "")
    }
    guard labels.count != 1, let first = labels.first else { return labels.first ?? "" }
    return .counted(item.tabs.count, "tab") + ": \(first), …"
  }
}

extension ClosedItem {
  /// The id that represents the item: the id of its tab or window. For several tabs, the id of the
  /// event that closed them.
  var thing: EventID {
    switch kind {
    case .tab: tabs.first?.tab.id.event ?? id.event
    case .window: window.event
    case .tabs: id.event
    }
  }
}
