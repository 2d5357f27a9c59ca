internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// Commands about tabs.
enum TabCommands {
  static let all: [ConsoleCommand] = [
    open, list, tab, next, previous, close, closed, reopen, move, pin, unpin, mute, unmute,
    duplicate, discard,
  ]

  private static let open = CommandCatalogue.command(
    CommandDeclaration(
      "open", in: .tabs, .writes, "open a tab",
      details: [
        "Without an address, the tab shows the start page. --from opens the tab like a link in "
          + "another tab: next to that tab or, with --background, after the last tab that was "
          + "opened from it."
      ],
      takes: [.optional("address", .address)],
      options: [
        .flag("background", "leave the active tab as it is"),
        .value("from", "TAB", .tab, "the tab whose link was opened"),
        .value("position", "N", .positive, "the position of the new tab"),
        .flag("private", "open the tab in a private window (see “help window new”)"),
        .flag("pinned", "pin the tab"),
        .value("window", "N", .window, "open the tab in that window"),
        .flag("allow-script", "follow a javascript: address"),
      ],
      exclusive: [["private", "window"]],
      examples: [
        .init("open example.com", "open a page in a new tab"),
        .init("open --background --from 1 https://example.com/next", "open a link after tab 1"),
      ])
  ) { context, arguments throws in
    if arguments.has("private") { try context.refusePrivateWindowOfOneCommand() }
    var action = OpenTab()
    if let text = arguments.text("address") {
      action.destination = try context.destination(
        text, allowsScript: arguments.has("allow-script"))
    }
    if let from = arguments.reference("from") {
      let parent = try context.tab(from).id
      action.destination?.transition = .link
      action.place =
        arguments.has("background") ? .backgroundLink(from: parent) : .foregroundLink(from: parent)
      action.opener = parent
    }
    if let position = arguments.integer("position") { action.place = .index(position - 1) }
    if arguments.has("background") { action.isSelected = false }
    if let window = arguments.reference("window") { action.window = try context.window(window).id }
    action.isPinned = arguments.has("pinned")
    let isPrivate = arguments.has("private") || (action.window == nil && context.isPrivate)
    let performed = try context.perform(.open(action), isPrivate: isPrivate)
    if action.isSelected ?? true { context.moveFocus(to: performed.openedTab) }
    return context.answer(performed, context.sentence("opened", performed.openedTab))
  }

  private static let list = CommandCatalogue.command(
    CommandDeclaration(
      "tabs", in: .tabs, .reads, "list the tabs of the window, or all tabs that match",
      details: [
        "Lists of several windows show each tab with its window and position: 2:3 is the third tab "
          + "of the second window, and can be used as a TAB in any command. A plain 3 is the third "
          + "tab of the focused window.",
        "--device lists the tabs in all windows of another device, as last received; at a past "
          + "moment, as received by then. “take” opens a tab of another device here.",
        "On a terminal, --pictures shows the last picture of each page, taken by “record”, a "
          + "browser window or “page thumbnail”. The program chafa draws it, in pixels if the "
          + "terminal can show them.",
      ],
      takes: [.optional("words", .text)],
      options: [
        .flag("all", "list the tabs of all windows"),
        .value("window", "N", .window, "list the tabs of this window"),
        .value("device", "DEVICE", .device, "list the tabs of this device"),
        .value(
          "sort", "ORDER", .choice(TabOrder.allCases.map(\.rawValue)),
          "list the tabs of all windows together: longest unused first (age), last used first, "
            + "last opened first, or by site"
        ),
        .flag("pictures", "show pictures of the pages, if output is a terminal"),
      ],
      exclusive: [["all", "device", "window"], ["device", "pictures"], ["sort", "pictures"]],
      answers: TabAnswer.list.shape,
      examples: [
        .init("tabs", "list the tabs of the focused window"),
        .init("tabs --all", "list the tabs of all windows"),
        .init("tabs --window 2", "list the tabs of the second window"),
        .init(
          "tabs rust book", "list the tabs of all windows with these words in title, URL or group"),
        .init("tabs --device phone", "list the tabs that are open on the phone"),
        .init("tabs --sort age", "list tabs by the time since they were used, longest first"),
        .init("tabs --all --pictures", "show pictures of the pages in all windows"),
      ])
  ) { context, arguments throws in
    let words = arguments.text("words")
    let order = arguments.text("sort").flatMap { TabOrder(rawValue: $0) }
    if let text = arguments.text("device") {
      let device = try context.device(text)
      let list = ListedTabs(
        try context.looking(at: device), words.map { .matching($0) } ?? .allWindows, order: order)
      let note = try context.takeNote(from: device)
      return try list.answer(ifNone: note.ifNone, below: note.below)
    }
    let window = try arguments.reference("window").map { reference in
      try context.window(reference).id
    }
    let extent: ListedTabs.Extent =
      arguments.has("all") || order != nil && window == nil
      ? .allWindows : window.map { .window($0) } ?? .focusedWindow
    let list = ListedTabs(
      context, words.map { .matching($0, in: window) } ?? extent, order: order)
    return try arguments.has("pictures") ? list.illustratedAnswer() : list.answer()
  }

  private static let tab = CommandCatalogue.command(
    CommandDeclaration(
      "tab", in: .tabs, .writes, "select a tab",
      details: [
        "A TAB, here and elsewhere, is a position in the focused window (3) or in another window "
          + "(2:3), as it was when the line was entered; an id (#4711); or words of its title, its "
          + "URL or its group, ignoring case and accents. An exact name takes precedence. If words "
          + "match several tabs, the tabs are listed and nothing is done. With --json, they are "
          + "the “candidates” of the error “ambiguous”, each with id, position, title and url."
      ],
      takes: [.optional("tab", .tab)],
      options: [.flag("last", "the previously active tab")],
      examples: [
        .init("tab 3", "go to the third tab"),
        .init("tab 2:3", "go to the third tab of the second window"),
        .init("tab #4711", "go to the tab with this id"),
        .init("tab swift", "go to the only tab with this word in title, URL or group"),
        .init("tab --last", "go back and forth between two tabs"),
      ])
  ) { context, arguments throws in
    let reference = arguments.reference("tab")
    guard (reference == nil) == arguments.has("last") else {
      throw CommandError(
        "missingArgument",
        reference == nil
          ? "“tab” needs TAB, or --last." : "Use either TAB or --last, not both.",
        status: .usage)
    }
    return try select(
      reference == nil ? lastUsedTab(in: context) : context.tab(reference), in: &context)
  }

  private static let next = CommandCatalogue.command(
    CommandDeclaration(
      "next", in: .tabs, .writes, "go to the tab on the right, or to the first",
      details: ["Skips collapsed groups."],
      examples: [.init("next", "go one tab to the right")])
  ) { context, _ throws in
    try select(try neighbour(by: 1, in: context), in: &context)
  }

  private static let previous = CommandCatalogue.command(
    CommandDeclaration(
      "previous", in: .tabs, .writes, "go to the tab on the left, or to the last",
      details: ["Skips collapsed groups."],
      examples: [.init("previous", "go one tab to the left")])
  ) { context, _ throws in
    try select(try neighbour(by: -1, in: context), in: &context)
  }

  private static let close = CommandCatalogue.command(
    CommandDeclaration(
      "close", in: .tabs, .writes, "close tabs",
      details: [
        "--unused closes tabs of all windows that were neither selected nor navigated since TIME, "
          + "except pinned tabs and the active tab of each window. “tabs --sort age” lists them. "
          + "TIME is a duration such as 30d, or a time such as “last week”.",
        "Tabs that close together are reopened and undone together. Consecutive words match one "
          + "tab. To name several tabs, quote each name, as in close \"swift docs\" rust.",
      ],
      takes: [.repeated("tabs", .tab, orNone: true, label: "TAB")],
      options: [
        .flag("others", "close all other tabs of the window, except pinned ones"),
        .flag("left", "close the tabs to the left, except pinned ones"),
        .flag("right", "close the tabs to the right, except pinned ones"),
        .flag(
          "duplicates",
          "close unpinned tabs that show the same URL as a pinned tab, the active tab, or a tab to "
            + "their left"),
        .value("unused", "TIME", .point, "close the tabs of all windows that were not used since"),
        .flag("all", "close every tab that matches the words"),
        .flag("dry-run", "list the tabs that would be closed, and write nothing"),
      ],
      exclusive: [["others", "left", "right", "duplicates", "unused", "all"]],
      answers: .anyOf([.written, TabAnswer.list.shape]),
      examples: [
        .init("close", "close the active tab"), .init("close 2 4", "close two tabs together"),
        .init("close 2-5", "close four tabs"),
        .init("close swift docs", "close the only tab that has both words"),
        .init("close --all forum --dry-run", "list the tabs with this word that would be closed"),
        .init("close --unused 30d", "close tabs that were not used for thirty days"),
        .init("close 3 --right", "close the tabs to the right of the third tab"),
      ])
  ) { context, arguments throws in
    let tabs = try tabsToClose(arguments, in: context)
    guard !tabs.isEmpty else {
      // Finding no duplicates is not an error, as in a search.
      if arguments.has("duplicates") {
        return context.printsJSON
          ? Answer(performed: [], newest: context.store.browser.sequence)
          : Answer("no tab is a duplicate")
      }
      throw CommandError("nothingToDo", "No matching tab to close.")
    }
    if arguments.has("dry-run") { return try ListedTabs(context, .these(tabs.map(\.id))).answer() }
    let label = tabs.count == 1 ? context.readLabel(of: tabs[0]) : .counted(tabs.count, "tab")
    let windows = context.windows.count
    let performed = try context.perform(.closeTabs(tabs.map(\.id)))
    let gone = windows - context.windows.count
    let windowsGone: SafeText =
      switch gone {
      case ...0: ""
      case 1 where tabs.count == 1: " and its window"
      default: " and " + .counted(gone, "window")
      }
    return context.answer(performed, "closed \(label)\(windowsGone)")
  }

  private static let closed = CommandCatalogue.command(
    CommandDeclaration(
      "closed", in: .tabs, .reads, "list closed tabs and windows, newest first",
      details: [
        "“reopen” accepts the numbers and the ids of this list. An id is that of a tab or a "
          + "window, as in “log” and “diff”. Several tabs that were closed together share the id "
          + "of the event that closed them."
      ],
      takes: [.optional("words", .text)],
      options: [
        .value("since", "POINT", .point, "only items that were closed after this moment"),
        .value("until", "POINT", .point, "only items that were closed up to this moment"),
        .value("site", "HOST", .site, "only pages of this host and its subdomains"),
        .value("limit", letter: "n", "N", .positive, "at most N items (20)"),
      ],
      answers: ClosedItems.listed.shape,
      examples: [
        .init("closed", "list the closed items, with numbers for “reopen”"),
        .init(
          "closed rust --since yesterday",
          "find recently closed items by words in title "
            + "or URL"),
      ])
  ) { context, arguments throws in
    try ClosedItems.answer(.init(arguments, in: context), in: context)
  }

  private static let reopen = CommandCatalogue.command(
    CommandDeclaration(
      "reopen", in: .tabs, .writes,
      "reopen a closed tab or window: the newest, the N-th, or by id or words",
      details: ["Items that are reopened together are undone together."],
      takes: [.repeated("item", .closedItem, orNone: true, label: "N|#ID|WORDS")],
      options: [.flag("here", "reopen the item that was closed last in the focused window")],
      examples: [
        .init("reopen", "reopen the item that was closed last"),
        .init("reopen 2", "reopen the second item of “closed”"),
        .init("reopen 1-3", "reopen the three items that were closed last"),
        .init("reopen --here", "reopen the item that was closed last in this window"),
        .init("reopen weather", "reopen the item with this word in a title or URL"),
        .init("reopen #4711", "reopen this tab or window, no matter how long ago it was closed"),
      ])
  ) { context, arguments throws in
    let references = arguments.references("item")
    if references.count > 1 { return try reopen(references, in: &context) }
    let former = context.store.browser
    let item =
      arguments.has("here")
      ? try ClosedItems.readNewest(ofFocusedWindowIn: context, references)
      : try ClosedItems.readID(references.first, in: context)
    let isPrivate = item?.isPrivate ?? (context.isPrivate && !context.browser.closed.isEmpty)
    var windows: [ClosedItemID: WindowID] = [:]
    for browser in [context.store.browser, context.store.privateBrowser] {
      for closed in browser.closed where closed.kind == .window {
        windows[closed.id] = closed.window
      }
    }
    let performed = try context.write { store in
      try store.reopen(item, by: context.origin, isPrivate: isPrivate, if: context.precondition)
    }
    var tabs = performed.reopenedTabs
    for case .window(.reopened(let body)) in performed.events.map(\.body) {
      guard let window = windows[body.item],
        let reopened = context.windows.first(where: { $0.id == window })
      else { continue }
      tabs += reopened.tabs
    }
    for tab in tabs { context.moveFocus(to: tab) }
    let tab = tabs.last ?? context.activeTab?.id
    let sentence =
      tabs.count > 1
      ? "reopened " + .counted(tabs.count, "tab")
      : context.sentence("reopened", tab, namesWindow: true)
    let note = try context.noteOfLostLists(since: former)
    return context.answer(performed, [sentence, note].compactMap(\.self).joined(separator: "\n"))
  }

  /// Reopens several items as one action.
  private static func reopen(
    _ references: [Reference], in context: inout CommandContext
  ) throws -> Answer {
    var items: [EventID] = []
    for reference in references {
      if let item = try ClosedItems.readID(reference, in: context), !items.contains(item) {
        items.append(item)
      }
    }
    let former = context.store.browser
    let performed = try context.write { store in
      try store.reopen(all: items, by: context.origin, if: context.precondition)
    }
    let tabs = performed.reopenedTabs
    context.moveFocus(to: tabs.last)
    let note = try context.noteOfLostLists(since: former)
    let lines = ["reopened " + .counted(tabs.count, "tab"), note].compactMap(\.self)
    return context.answer(performed, lines.joined(separator: "\n"))
  }

  private static let move = CommandCatalogue.command(
    CommandDeclaration(
      "move", in: .tabs, .writes, "move tabs to a position, or one tab left or right by N",
      details: [
        "Several tabs, such as 3-7 or 1,4, are placed side by side in the given order, starting at "
          + "the position. A group whose tabs are all given stays a group.",
        "Moving left or right works like Ctrl-Shift-PageUp and PageDown: at the edge of a group, "
          + "the tab first joins or leaves the group, and it jumps over a collapsed group.",
      ],
      takes: [.list("tab", .tab), .optional("position", .word, label: "N|+N|-N")],
      options: [
        .value("window", "N", .window, "move the tabs to that window"),
        .flag("new-window", "move the tabs into a new window"),
        .flag("left", "one place to the left"), .flag("right", "one place to the right"),
        .flag("all", "move every tab that matches the words"),
      ],
      exclusive: [["window", "new-window", "left", "right"]],
      examples: [
        .init("move 5 1", "make the fifth tab the first"),
        .init("move 3 +1", "move a tab one place to the right, as --right does"),
        .init("move 2 --window 1", "move a tab to the end of the first window"),
        .init("move 3-7 --window 2", "move five tabs at once"),
        .init(
          "move --all recipes --new-window", "move all tabs with this word into a new window"),
        .init("move 2 --new-window", "move a tab into a new window"),
      ])
  ) { context, arguments throws in
    let tabs = try context.tabs(arguments, "tab")
    let target = try MoveTarget(arguments)
    if tabs.count > 1 { return try move(tabs, to: target, arguments, in: &context) }
    let tab = tabs[0]
    switch target {
    case .newWindow:
      let performed = try context.perform(.moveToNewWindow(tab.id))
      context.isPrivateFocused = tab.id.isPrivate
      return context.answer(
        performed, context.sentence("moved to window \(context.focusedPosition) as", tab.id))
    case .places(let places):
      let performed = try context.perform(.moveBy(tab.id, places: places))
      return context.answer(performed, context.sentence(ofMoving: tab))
    case .position, .end: break
    }
    let window = try arguments.reference("window").map { reference in
      try context.window(reference)
    }
    if let window, window.id.isPrivate != tab.id.isPrivate {
      throw CommandError("notAllowed", "A tab cannot move into or out of a private window.")
    }
    let others = window?.tabs.count { $0 != tab.id } ?? 0
    let performed = try context.perform(
      .move(tab.id, to: target.index(among: others), window: window?.id))
    return context.answer(performed, context.sentence(ofMoving: tab))
  }

  /// Moves several tabs next to each other.
  private static func move(
    _ tabs: [Tab], to target: MoveTarget, _ arguments: Arguments, in context: inout CommandContext
  ) throws -> Answer {
    let ids = tabs.map(\.id)
    let moved: SafeText = "moved " + .counted(tabs.count, "tab")
    switch target {
    case .newWindow:
      let performed = try context.perform(.moveTabsToNewWindow(ids))
      context.isPrivateFocused = ids[0].isPrivate
      return context.answer(performed, moved + " to window \(context.focusedPosition)")
    case .places:
      throw CommandError(
        "badValue",
        "Only a single tab can move left or right. For several tabs, give the position "
          + "of the first.",
        status: .usage)
    case .position, .end: break
    }
    let window = try arguments.reference("window").map { reference in
      try context.window(reference)
    }
    if ids.contains(where: { $0.isPrivate != (window?.id.isPrivate ?? ids[0].isPrivate) }) {
      throw CommandError("notAllowed", "A tab cannot move into or out of a private window.")
    }
    var index: Int?
    if case .position(let position) = target { index = position - 1 }
    let performed = try context.perform(.moveTabs(ids, to: index, window: window?.id))
    let first = context.browser(of: ids[0]).tab(ids[0]).map { context.place(of: $0) }
    return context.answer(performed, moved + (first.map { "; the first is tab \($0)" } ?? ""))
  }

  private static let pin = toggle(
    "pin", "pin tabs, and move them to the front", "pinned", isDone: { $0.isPinned },
    action: { .pin($0, true) })
  private static let unpin = toggle(
    "unpin", "unpin tabs", "unpinned", isDone: { !$0.isPinned }, fromTheRight: true,
    action: { .pin($0, false) })
  private static let mute = toggle(
    "mute", "mute tabs", "muted", isDone: { $0.isMuted }, action: { .mute($0, true) })
  private static let unmute = toggle(
    "unmute", "unmute tabs", "unmuted", isDone: { !$0.isMuted },
    action: { .mute($0, false) })
  private static let discard = toggle(
    "discard", "unload pages until their tabs are selected", "discarded",
    isDone: { $0.status == .discarded }, action: { .discard($0) })

  private static let duplicate = CommandCatalogue.command(
    CommandDeclaration(
      "duplicate", in: .tabs, .writes, "open copies of tabs, with their history",
      takes: [.repeated("tab", .tab, orNone: true)],
      examples: [
        .init("duplicate 2", "copy the second tab"),
        .init("duplicate 2-4", "copy three tabs"),
      ])
  ) { context, arguments throws in
    let tabs = try context.tabs(arguments.references("tab"), argument: "tab")
    let performed = try context.perform(asOne: tabs.map { .duplicate($0.id) })
    if tabs.count > 1 {
      return context.answer(performed, "opened copies of " + .counted(tabs.count, "tab"))
    }
    return context.answer(performed, context.sentence("opened", context.activeTab?.id))
  }

  /// Returns a command that changes each of several tabs in the same way.
  ///
  /// - Parameters:
  ///   - isDone: Whether a tab needs no change. Such a tab is skipped if several tabs are given.
  ///   - fromTheRight: Whether to change the last tab first, so that the tabs keep their order.
  private static func toggle(
    _ name: String, _ summary: String, _ done: String,
    isDone: @escaping @Sendable (Tab) -> Bool, fromTheRight: Bool = false,
    action: @escaping @Sendable (TabID) -> Action
  ) -> ConsoleCommand {
    CommandCatalogue.command(
      CommandDeclaration(
        name, in: .tabs, .writes, summary,
        takes: [.repeated("tab", .tab, orNone: true)],
        options: [.flag("all", "every tab that matches the words")],
        examples: [
          .init(name, "\(name) the active tab"), .init("\(name) 2", "\(name) the second tab"),
          .init("\(name) 1,4-6", "\(name) several tabs at once"),
        ])
    ) { context, arguments throws in
      let named = try context.tabs(arguments, "tab")
      var tabs = named.count == 1 ? named : named.filter { !isDone($0) }
      guard !tabs.isEmpty else {
        throw CommandError("nothingToDo", "These tabs are already \(done).")
      }
      if fromTheRight {
        let places = tabs.map { context.position(of: $0) }
        tabs = tabs.indices.sorted { places[$0] > places[$1] }.map { tabs[$0] }
      }
      let performed = try context.perform(asOne: tabs.map { action($0.id) })
      guard named.count > 1 else {
        return context.answer(performed, context.sentence(SafeText(done), tabs[0].id))
      }
      let others = named.count - tabs.count
      let note: SafeText =
        others == 0 ? "" : "; \(others) of them already \(others == 1 ? "was" : "were")"
      return context.answer(performed, "\(SafeText(done)) " + .counted(tabs.count, "tab") + note)
    }
  }

  /// Selects a tab, and focuses its window.
  private static func select(_ tab: Tab, in context: inout CommandContext) throws
    -> Answer
  {
    let former = context.activeTab?.window
    let isAlready = context.activeTab?.id == tab.id
    let performed = isAlready ? Commit.nothing : try context.perform(.select(tab.id))
    context.isPrivateFocused = tab.id.isPrivate
    let done: SafeText = isAlready ? "already at" : "at"
    return context.answer(
      performed, context.sentence(done, tab.id, namesWindow: former != tab.window))
  }

  /// Returns the tab that is `step` positions to the right of the active tab, not counting tabs in
  /// collapsed groups.
  private static func neighbour(by step: Int, in context: CommandContext) throws
    -> Tab
  {
    let active = try context.tab(nil)
    let window = try context.window(nil)
    let seen = window.tabs.filter { id in
      let group = context.browser.tab(id)?.group ?? .nothing
      return id == active.id || !(context.browser.group(group)?.isCollapsed ?? false)
    }
    let position = seen.firstIndex(of: active.id) ?? 0
    let id = seen[(position + step + seen.count) % seen.count]
    return context.browser.tab(id) ?? active
  }

  /// Returns the previously active tab of the focused window.
  private static func lastUsedTab(in context: CommandContext) throws -> Tab {
    let window = try context.window(nil)
    guard
      let tab = context.browser.lastUsedTab(inWindow: window.id).flatMap({ context.browser.tab($0) }
      )
    else {
      throw CommandError("nothingToDo", "No other tab of this window has been active yet.")
    }
    return tab
  }

  /// Returns the tabs specified for `close`.
  private static func tabsToClose(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> [Tab] {
    if let point = arguments.point("unused") {
      guard arguments.references("tabs").isEmpty else {
        throw CommandError(
          "conflict", "Use either TAB or --unused, not both.", status: .usage)
      }
      return try tabs(unusedSince: point, in: context)
    }
    let named = try context.tabs(arguments, "tabs")
    guard let reference = named.first else { return [] }
    let row = context.browser(of: reference.id).window(reference.window)?.tabs ?? []
    let tabs = row.compactMap { context.browser(of: $0).tab($0) }
    let place = row.firstIndex(of: reference.id) ?? 0
    if arguments.has("others") {
      return tabs.filter { tab in
        !tab.isPinned && !named.contains { $0.id == tab.id }
      }
    }
    if arguments.has("left") { return tabs[..<place].filter { !$0.isPinned } }
    if arguments.has("right") { return tabs[(place + 1)...].filter { !$0.isPinned } }
    if arguments.has("duplicates") {
      return try duplicates(
        tabs, active: context.browser(of: reference.id).window(reference.window)?.activeTab,
        in: context
      )
    }
    return named
  }

  /// Returns the tabs of all windows that were not used after a point, except pinned tabs and
  /// active tabs.
  private static func tabs(
    unusedSince point: Point, in context: CommandContext
  ) throws -> [Tab] {
    let limit = try context.timestamp(of: point)
    let browser = context.browser
    let active = Set(browser.windows.map(\.activeTab))
    return try context.read { words in
      browser.tabs.filter { tab in
        guard !tab.isPinned, !active.contains(tab.id), let used = TabUse(tab, words).lastUsed
        else { return false }
        return used < limit
      }
    }
  }

  /// Returns the tabs to close because another tab shows the same page. The tab that stays open is
  /// a pinned tab, otherwise the active tab, otherwise the leftmost tab.
  private static func duplicates(
    _ tabs: [Tab], active: TabID?, in context: CommandContext
  ) throws -> [Tab] {
    try context.read { words in
      func url(_ tab: Tab) -> String { context.browser(of: tab.id).url(of: tab, text: words) }
      let pinned = Set(tabs.filter(\.isPinned).map(url))
      var seen = Set(tabs.filter { $0.id == active }.map(url)).union(pinned)
      return tabs.filter { tab in
        guard !tab.isPinned else { return false }
        if tab.id == active { return pinned.contains(url(tab)) }
        return !seen.insert(url(tab)).inserted
      }
    }
  }
}
