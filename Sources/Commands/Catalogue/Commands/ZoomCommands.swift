internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// Commands about the zoom of sites and tabs.
enum ZoomCommands {
  static let all: [ConsoleCommand] = [
    showOrSet, stepIn, stepOut, reset, setDefault, list, why,
  ]

  private static let options: [CommandOption] = [
    .value(
      "tab", "TAB", .tab, isRepeatable: true,
      "this tab, or several (2-4, or 2,7); by default, the active tab"),
    .flag("temporary", "change only the tab, until it is closed"),
  ]

  private static let showOrSet = CommandCatalogue.command(
    CommandDeclaration(
      "zoom", in: .zoom, .mayWrite, "show the zoom of the page, or set it",
      details: ["A zoom applies to all tabs of a site, and is remembered."],
      takes: [.optional("percent", .percent)], options: options,
      answers: .anyOf([zoomMembers.shape, .written]),
      examples: [
        .init("zoom", "show the zoom"), .init("zoom 125", "set the zoom of the site"),
        .init("zoom 300 --temporary", "set the zoom of only this tab"),
        .init("zoom 150 --tab 2-4", "set the zoom of the sites of three tabs"),
      ])
  ) { context, arguments throws in
    guard let percent = arguments.integer("percent") else {
      try context.refuseMissingProfile()
      let tabs = try context.tabs(ofOption: arguments)
      guard tabs.count == 1 else {
        throw CommandError(
          "conflict",
          "“zoom” shows only one tab at a time. With a percentage, it can change several.",
          status: .usage)
      }
      return try zoomAnswer(tabs[0], why: false, in: context)
    }
    return try setZoom(.set(try level(percent)), arguments, in: &context)
  }

  /// The members that describe the zoom of a tab.
  private static let zoomMembers = AnswerMembers<ZoomAnswer>(object: "zoom") { zoom in
    zoom.member("level", "1.25 is 125 %") { $0.level.factor }
    zoom.member("decider", .choice(["tab", "site", "default"])) { "\($0.decider)" }
    zoom.member("site", "the host of the page") { $0.host }
    zoom.member("event", "the event that set the zoom, if known") {
      $0.source.numberOrNil
    }
  }

  private static let stepIn = step("zoom in", "zoom in by one step", .stepIn)
  private static let stepOut = step("zoom out", "zoom out by one step", .stepOut)
  private static let reset = step("zoom reset", "return to the default", .reset)

  /// Returns a command that changes the zoom by one step, or resets it.
  private static func step(
    _ name: String, _ summary: String, _ change: ZoomChange
  ) -> ConsoleCommand {
    CommandCatalogue.command(
      CommandDeclaration(
        name, in: .zoom, .writes, summary, options: options,
        examples: [
          .init(
            name,
            "change the active "
              + "tab's site"), .init("\(name) --tab 2", "change another tab's site"),
        ])
    ) { context, arguments throws in try setZoom(change, arguments, in: &context) }
  }

  private static let setDefault = CommandCatalogue.command(
    CommandDeclaration(
      "zoom default", in: .zoom, .mayWrite,
      "show or set the zoom of all sites without their own",
      takes: [.optional("percent", .percent)],
      answers: .anyOf([zoomMembers.shape, .written]),
      examples: [
        .init("zoom default", "show the default"),
        .init("zoom default 110", "enlarge all sites a little"),
      ])
  ) { context, arguments throws in
    guard let percent = arguments.integer("percent") else {
      let zoom = context.durableBrowser.zoom
      let answer = ZoomAnswer(level: zoom.default, decider: .default, source: zoom.defaultSource)
      return context.printsJSON
        ? Answer(json: answer, zoomMembers)
        : Answer("default zoom \(zoom.default.percentText)")
    }
    let level = try level(percent)
    let performed = try context.perform(.zoomDefault(level))
    return context.answer(performed, "default zoom \(level.percentText)")
  }

  private static let list = CommandCatalogue.command(
    CommandDeclaration(
      "zoom sites", in: .zoom, .reads, "list the sites with their own zoom",
      answers: ShownState.zoomOfSites.shape,
      examples: [.init("zoom sites", "list the sites")])
  ) { context, _ throws in
    try context.read { words in
      if context.printsJSON {
        return Answer(json: context.shown(words), ShownState.zoomOfSites)
      }
      var table = Table([.right, .left])
      for site in context.durableBrowser.zoom.sites.set {
        let host = words.text(.host, of: site.name) ?? ""
        // A forgotten site has an empty name.
        if !host.isEmpty { table.add([SafeText(site.level.percentText), SafeText(host)]) }
      }
      return table.isEmpty
        ? Answer("No site has its own zoom.")
        : Answer(table, width: context.presentation.columns)
    }
  }

  private static let why = CommandCatalogue.command(
    CommandDeclaration(
      "zoom why", in: .zoom, .reads, "explain the zoom of a tab or site",
      options: [.value("tab", "TAB", .tab, "explain the zoom of this tab")],
      answers: zoomMembers.shape,
      examples: [.init("zoom why", "explain the zoom of the active tab")])
  ) { context, arguments throws in
    try zoomAnswer(context.tab(arguments.reference("tab")), why: true, in: context)
  }

  /// Returns the zoom level for a percentage, which must be between 25 and 500.
  private static func level(_ percent: Int) throws -> ZoomLevel {
    guard (25...500).contains(percent) else {
      throw CommandError("outOfRange", "A zoom level must be between 25 and 500 percent.")
    }
    return ZoomLevel(percent: percent)
  }

  /// Changes the zoom of a tab's site, or only of the tab, and returns an answer with the new zoom.
  private static func setZoom(
    _ change: ZoomChange, _ arguments: Arguments, in context: inout CommandContext
  ) throws -> Answer {
    let named = try context.tabs(ofOption: arguments)
    let isTemporary = arguments.has("temporary")
    let tabs =
      named.count == 1
      ? named : try tabsToZoom(among: named, change, isTemporary: isTemporary, in: context)
    guard !tabs.isEmpty else {
      throw CommandError("nothingToDo", "These tabs already have this zoom.")
    }
    let performed = try context.perform(
      asOne: tabs.map { isTemporary ? .zoomTemporarily($0.id, change) : .zoom($0.id, change) })
    guard named.count == 1 else {
      return context.answer(
        performed, "zoomed " + .counted(tabs.count, isTemporary ? "tab" : "site"))
    }
    return context.printsJSON
      ? context.answer(performed, "")
      : try zoomAnswer(openTab(tabs[0].id, in: context), why: false, in: context)
  }

  /// Returns the tabs to zoom if a command specifies several tabs. There is one tab for each site,
  /// and tabs that already have the level are omitted.
  private static func tabsToZoom(
    among tabs: [Tab], _ change: ZoomChange, isTemporary: Bool, in context: CommandContext
  ) throws -> [Tab] {
    try context.read { words in
      var sites: Set<String> = []
      return tabs.filter { tab in
        let zoom = context.zoom(of: tab, words)
        let isOfTab = isTemporary || tab.id.isPrivate || zoom.decider == .tab || zoom.host == nil
        switch change {
        case .set(let level) where isOfTab && tab.temporaryZoom == level: return false
        case .set(let level) where !isOfTab && zoom.level == level: return false
        case .reset where isOfTab && !tab.temporaryZoom.exists: return false
        case .reset where !isOfTab && zoom.decider == .default: return false
        case .set, .reset, .stepIn, .stepOut: break
        }
        guard !isOfTab, let host = zoom.host else { return true }
        return sites.insert(host).inserted
      }
    }
  }

  /// Returns the current state of a tab.
  private static func openTab(_ id: TabID, in context: CommandContext) throws -> Tab {
    try context.tab(.id(Int64(id.rawValue)))
  }

  /// Returns the event that set a tab's temporary zoom, or nothing if it has none.
  /// - Complexity: O(events since the tab was opened).
  private static func eventOfTemporaryZoom(
    of tab: Tab, in context: CommandContext
  ) throws -> EventID {
    var found = EventID.nothing
    guard tab.temporaryZoom.exists else { return found }
    try context.visitFoldedEvents(isPrivate: tab.id.isPrivate, from: tab.id.event) { event, _ in
      guard case .zoom(.temporarySet(let body)) = event.body, body.tab == tab.id else {
        return true
      }
      found = event.sequence
      return false
    }
    return found
  }

  /// Returns the zoom of a tab, and whether the tab, the site or the default decided it. For `why`,
  /// also returns the event that set the zoom.
  private static func zoomAnswer(
    _ tab: Tab, why: Bool, in context: CommandContext
  ) throws -> Answer {
    let isPrivate = tab.id.isPrivate
    let temporary = try eventOfTemporaryZoom(of: tab, in: context)
    var zoom = try context.read { context.zoom(of: tab, $0) }
    if zoom.decider == .tab { zoom.source = temporary }
    if context.printsJSON { return Answer(json: zoom, zoomMembers) }
    let decider: SafeText =
      switch zoom.decider {
      case .tab: "this tab only"
      case .site: "site \(zoom.host ?? "")"
      case .default: isPrivate ? "default, as in every private tab" : "default"
      }
    let setter = why ? try setter(zoom.source, in: context) : ""
    return Answer("\(zoom.level.percentText) (\(decider)\(setter))")
  }

  /// Returns the author, time and event of a zoom setting.
  private static func setter(
    _ event: EventID, in context: CommandContext
  ) throws -> SafeText {
    guard event.exists, let line = try context.readEvent(event, { EventLine($0, words: $1) }) else {
      return ""
    }
    let time = context.shortTime(Timestamp(milliseconds: line.event.milliseconds))
    return ", set by \(try context.completed(line).who), \(time), event #\(event.rawValue)"
  }
}
