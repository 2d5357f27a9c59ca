internal import Addresses
internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// Commands that navigate, and show the address and the history of a tab.
enum NavigationCommands {
  static let all: [ConsoleCommand] = [
    go, follow, back, forward, travel, reload, stop, home, history, trail, address, resolve,
  ]

  private static let tabOption = CommandOption.value(
    "tab", "TAB", .tab, "in this tab; by default, the active tab")
  private static let tabsOption = CommandOption.value(
    "tab", "TAB", .tab, isRepeatable: true,
    "in this tab, or in several (2-4, or 2,7); by default, the active tab")

  private static let go = CommandCatalogue.command(
    CommandDeclaration(
      "go", in: .navigation, .writes, "open an address, as typed in the address field",
      details: ["Text that is not an address is searched for. If no tab is open, one is opened."],
      takes: [.required("address", .address)],
      options: [tabOption, .flag("allow-script", "follow a javascript: address")],
      examples: [
        .init("go example.com", "go to https://example.com/"),
        .init("go --tab 2 example.com", "in the second tab, without selecting it"),
        .init("go ^ & * $ + # %", "search for these characters"),
      ])
  ) { context, arguments throws in
    let text = arguments.text("address") ?? ""
    let destination = try context.destination(text, allowsScript: arguments.has("allow-script"))
    return try go(to: destination, inTab: arguments.reference("tab"), in: &context)
  }

  private static let follow = CommandCatalogue.command(
    CommandDeclaration(
      "follow", in: .navigation, .writes, "follow a link of the page, or navigate as a script does",
      takes: [.required("url", .address, label: "URL")],
      options: [
        tabOption,
        .flag("no-activation", "the user had not interacted with the page"),
      ],
      examples: [
        .init("follow next.html", "follow a relative link"),
        .init("follow #top", "go to a place in the page"),
      ])
  ) { context, arguments throws in
    let tab = try context.tab(arguments.reference("tab"))
    var destination = try context.target(arguments.text("url") ?? "", from: tab)
    let hasActivation = !arguments.has("no-activation")
    if !hasActivation { destination.transition = .script }
    let action = Action.follow(tab.id, destination, Following(hasActivation: hasActivation))
    let performed =
      hasActivation ? try context.perform(action) : try context.report(action, by: .page)
    return context.answer(performed, context.sentence("at", tab.id))
  }

  private static let back = steps(
    "back", "go back, skipping pages without user interaction", direction: -1)
  private static let forward = steps("forward", "go forward again", direction: 1)

  /// Returns a command that goes back or forward.
  private static func steps(
    _ name: String, _ summary: String, direction: Int
  ) -> ConsoleCommand {
    CommandCatalogue.command(
      CommandDeclaration(
        name, in: .navigation, .writes, summary,
        details: ["If several tabs are given, tabs without such a page do not change."],
        takes: [.optional("page", .entry, label: "N|#ID|WORDS")], options: [tabsOption],
        examples: [
          .init("\(name) 2", "go \(name) two pages at once"),
          .init(
            "\(name) rust",
            "go to the page in that direction with this word in its title or "
              + "URL"),
          .init("\(name) --tab 2-4", "go \(name) one page in each of three tabs"),
        ])
    ) { context, arguments throws in
      let tabs = try context.tabs(ofOption: arguments)
      let page = arguments.reference("page")
      var actions: [Action] = []
      for tab in tabs {
        do {
          actions.append(
            try step(to: page, of: tab, direction, amongSeveral: tabs.count > 1, in: context))
        } catch let error as CommandError
          where tabs.count > 1 && error.code == EntryAhead.missing
        {
          continue
        }
      }
      guard !actions.isEmpty else {
        throw CommandError("outOfRange", "None of these tabs can go \(name) to such a page.")
      }
      let performed = try context.perform(asOne: actions)
      guard tabs.count > 1 else {
        return context.answer(performed, context.sentence("at", tabs[0].id))
      }
      let others = tabs.count - actions.count
      return context.answer(
        performed,
        "went \(SafeText(name)) in " + .counted(actions.count, "tab")
          + (others == 0 ? "" : "; " + .counted(others, "other") + " had no such page"))
    }
  }

  /// Returns the action that leads to a page reachable by Back or Forward. This is the nearest
  /// page, the N-th page, or the page that words or an id specify.
  ///
  /// - Parameter isAmongSeveral: Whether to check that the nearest or N-th page exists, because a
  ///   tab without such a page must not prevent the action in other tabs.
  private static func step(
    to page: Reference?, of tab: Tab, _ direction: Int, amongSeveral isAmongSeveral: Bool,
    in context: CommandContext
  ) throws -> Action {
    let number: Int
    switch page {
    case nil: number = 1
    case .position(let position): number = position
    case .id, .words, .place:
      let found = try EntryAhead.page(page, of: tab, direction, in: context)
      return .travel(tab.id, by: direction * found.steps)
    }
    if isAmongSeveral { _ = try EntryAhead.page(page, of: tab, direction, in: context) }
    return .step(tab.id, by: direction * number)
  }

  private static let travel = CommandCatalogue.command(
    CommandDeclaration(
      "travel", in: .navigation, .writes, "travel in the history, as history.go does",
      details: ["0 reloads. No entry is skipped."],
      takes: [.required("steps", .integer, label: "N")],
      options: [tabOption],
      examples: [.init("travel -2", "two entries back")])
  ) { context, arguments throws in
    let tab = try context.tab(arguments.reference("tab"))
    let performed = try context.perform(.travel(tab.id, by: arguments.integer("steps") ?? 0))
    return context.answer(performed, context.sentence("at", tab.id))
  }

  private static let reload = CommandCatalogue.command(
    CommandDeclaration(
      "reload", in: .navigation, .writes, "load the page again",
      takes: [.repeated("tab", .tab, orNone: true)],
      examples: [
        .init("reload", "reload the active tab"), .init("reload 2-4", "reload three tabs"),
      ])
  ) { context, arguments throws in
    let tabs = try context.tabs(arguments.references("tab"))
    let performed = try context.perform(asOne: tabs.map { .reload($0.id) })
    return context.answer(
      performed,
      tabs.count == 1
        ? context.sentence("reloaded", tabs[0].id) : "reloaded " + .counted(tabs.count, "tab"))
  }

  private static let stop = CommandCatalogue.command(
    CommandDeclaration(
      "stop", in: .navigation, .writes, "stop loading",
      takes: [.repeated("tab", .tab, orNone: true)],
      examples: [
        .init("stop", "stop the active tab"), .init("stop 2-4", "stop three tabs"),
      ])
  ) { context, arguments throws in
    let named = try context.tabs(arguments.references("tab"))
    let tabs =
      named.count == 1 ? named : named.filter { $0.pending != nil || $0.status == .loading }
    guard !tabs.isEmpty else {
      throw CommandError("nothingToDo", "None of these tabs is loading.")
    }
    let performed = try context.perform(asOne: tabs.map { .stop($0.id) })
    return context.answer(
      performed,
      tabs.count == 1
        ? context.sentence("stopped", tabs[0].id) : "stopped " + .counted(tabs.count, "tab"))
  }

  private static let home = CommandCatalogue.command(
    CommandDeclaration(
      "home", in: .navigation, .writes, "go to the home page", options: [tabOption],
      examples: [.init("home", "go to the home page; “set homePage” shows its address")])
  ) { context, arguments throws in
    let page = try context.readLibrary { library, words in
      SettingText.value(of: .homePage, in: library.settings, words)
    }
    return try go(to: context.destination(page), inTab: arguments.reference("tab"), in: &context)
  }

  private static let history = CommandCatalogue.command(
    CommandDeclaration(
      "history", in: .navigation, .reads, "list the history of a tab",
      details: [
        "The first line says how many earlier pages are not known, because a connected browser "
          + "visited them before it was connected."
      ],
      takes: [.optional("tab", .tab)],
      options: [.value("device", "DEVICE", .device, "show the history of a tab of another device")],
      answers: HistoryAnswer.answer.shape,
      examples: [
        .init("history", "list the active tab's history, with numbers for “travel”"),
        .init("history 3 --device phone", "the history of the phone's third tab, as last received"),
      ])
  ) { context, arguments throws in
    let context = try context.looking(atDeviceOf: arguments)
    let tab = try context.tab(arguments.reference("tab"))
    return try context.read { words in
      if context.printsJSON {
        return Answer(json: HistoryAnswer(tab, in: context.shown(words)), HistoryAnswer.answer)
      }
      let table = historyTable(of: tab, words, in: context)
      return table.isEmpty
        ? Answer("The history of this tab is empty.")
        : Answer(table, width: context.presentation.columns)
    }
  }

  private static let trail = CommandCatalogue.command(
    CommandDeclaration(
      "trail", in: .navigation, .reads, "draw the tree of all pages visited in a tab",
      details: [
        "Time runs downwards. ▸ is the current page, ● is in the tab's history, and ○ is a page "
          + "that the user left by going back and then to another page. On a terminal without "
          + "UTF-8, these are >, * and o. The number of a page is the number of its entry. Use it "
          + "in “why entry #N” and “show N”."
      ],
      takes: [.optional("tab", .tab)],
      answers: TrailAnswer.members.shape,
      examples: [.init("trail", "draw the active tab's tree of pages")])
  ) { context, arguments throws in
    try TrailAnswer(context).answer(context.openOrClosedTab(arguments.reference("tab")))
  }

  private static let address = CommandCatalogue.command(
    CommandDeclaration(
      "address", in: .navigation, .reads, "show the text of the address field",
      takes: [.optional("tab", .tab)],
      answers: addressMembers.shape,
      examples: [.init("address", "show the address of the active tab")])
  ) { context, arguments throws in
    let tab = try context.tab(arguments.reference("tab"))
    return try context.read { words in
      let address = context.browser(of: tab.id).address(of: tab, text: words)
      if context.printsJSON { return Answer(json: displayText(address), addressMembers) }
      return Answer(SafeText(displayText(address, width: context.presentation.columns)))
    }
  }

  private static let addressMembers = AnswerMembers<String>("address")

  private static let resolve = CommandCatalogue.command(
    CommandDeclaration(
      "resolve", in: .navigation, .reads, "show what typing something would do, and why",
      details: [
        "Policies: “retrace” applies the same rules as “go”. “whatwg” applies the parser of the "
          + "URL Standard and nothing else."
      ],
      takes: [.required("text", .text)],
      options: [
        .value(
          "policy", "P", .choice(Policy.allCases.map(\.name)), "the rules to apply"),
        .value("base", "URL", .address, "the base for relative URLs (only with --policy whatwg)"),
        .value("complete", "DOMAIN", .text, "add www. and a domain, as Ctrl-Enter adds com"),
      ],
      answers: resolutionMembers.shape,
      examples: [
        .init("resolve localhost:8080", "an address, not a search"),
        .init("resolve --policy whatwg https:a.com", "the URL Standard parses this as an address"),
        .init("resolve --complete com swift", "https://www.swift.com/"),
      ])
  ) { context, arguments throws in
    let text = arguments.text("text") ?? ""
    let policy = try policy(arguments)
    let resolution = try context.resolve(text, by: policy) {
      $0.base = arguments.text("base").flatMap { URL($0) }
      $0.completion = arguments.text("complete")
    }
    if context.printsJSON {
      return Answer(json: (text, resolution, policy), resolutionMembers)
    }
    return resolutionAnswer(resolution, in: context)
  }

  /// Returns the requested policy. Throws an error for a base that is not a URL, or for a base that
  /// is given with a policy other than `whatwg`.
  private static func policy(_ arguments: Arguments) throws -> Policy {
    let name = arguments.text("policy")
    let policy = Policy.allCases.first { $0.name == name } ?? .retrace
    guard let base = arguments.text("base") else { return policy }
    guard policy == .whatwg else {
      throw CommandError("invalidValue", "--base can only be used with --policy whatwg.")
    }
    guard URL(base) != nil else {
      throw CommandError("invalidAddress", "The base “\(base)” is not a URL.")
    }
    return policy
  }

  private static let resolutionMembers = AnswerMembers<
    (text: String, resolution: Resolution, policy: Policy)
  > { answer in
    answer.member("input") { $0.text }
    answer.member("kind", .choice(["url", "search", "refused"])) { "\($0.resolution.kind)" }
    answer.member("url", "null if the text is refused") { $0.resolution.url?.href }
    answer.member("policy", .choice(Policy.allCases.map(\.name))) { $0.policy.name }
    answer.member("reason", "the reason, as a sentence") { $0.resolution.reason }
    answer.member("display", "what the address field shows") { $0.resolution.display }
  }

  /// Navigates in the active tab. If no tab is open, navigates in a new tab (H1).
  static func go(
    to destination: Destination, inTab reference: Reference? = nil, in context: inout CommandContext
  ) throws -> Answer {
    let tab = reference == nil ? context.activeTab : try context.tab(reference)
    let performed = try context.perform(
      .go(tab?.id, destination), isPrivate: tab?.id.isPrivate ?? context.isPrivate)
    return context.answer(
      performed, context.sentence(tab == nil ? "opened" : "at", tab?.id ?? context.activeTab?.id))
  }

  /// Returns an answer such as “https://example.com/ (address: it is a host name)”.
  private static func resolutionAnswer(_ resolution: Resolution, in context: CommandContext)
    -> Answer
  {
    let kind: SafeText =
      switch resolution.kind {
      case .url: "address"
      case .search: "search"
      case .refused: "refused"
      }
    let why: SafeText = "\(kind): \(resolution.reason.clause)"
    guard let url = resolution.url else { return Answer(why) }
    return Answer("\(url.href) " + context.style.apply(.dim, to: "(\(why))"))
  }

  /// Returns a tab's session history, oldest first, with the current entry marked.
  private static func historyTable(
    of tab: Tab, _ words: LogText, in context: CommandContext
  ) -> Table {
    let browser = context.browser(of: tab.id)
    let tab = browser.shown(tab, text: words)
    var table = Table([.left, .right, .left])
    if let count = HistoryAnswer(tab, in: context.shown(words)).unknownPages {
      let note: SafeText = .counted(count, "earlier page", "earlier pages") + " not known"
      table.add(["", "", context.style.apply(.dim, to: note)])
    }
    for (index, entry) in tab.entries.enumerated() {
      let isCurrent = index == tab.index
      let title = browser.title(of: entry, text: words)
      let url = browser.url(of: entry, text: words)
      var text = context.label(title: title, url: url)
      if entry.flags.contains(.skippable) {
        text += context.style.apply(.dim, to: " (skipped by back)")
      }
      table.add([
        context.style.apply(.green, .bold, to: isCurrent ? "▸" : " "), "\(index - tab.index)",
        isCurrent ? context.style.apply(.bold, to: text) : text,
      ])
    }
    return table
  }
}

extension Resolution {
  /// The text of the address field. This is the search terms if the text is a search, otherwise the
  /// address (A4). Nil if the text was refused.
  fileprivate var display: String? { words ?? url.map { displayText(of: $0) } }
}
