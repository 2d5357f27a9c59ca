internal import Addresses
internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// The answer of `why`, which lists the events that decided the current state of a thing.
struct WhyAnswer {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  func answer(_ text: String) throws -> Answer {
    guard let name = WhySubjectName(text) else {
      throw CommandError(
        "badValue",
        "THING must be a tab (3), an id (#4711), “tab”, “entry”, “window”, “group” or “bookmark” "
          + "with one of these, “zoom” with a host, a tab or “default”, or a setting’s name, not "
          + "“\(text)”.",
        status: .usage)
    }
    let thing = try thing(name)
    var reasons = Reasons(of: thing, in: try readState(isPrivate: thing.isPrivate))
    if !reasons.wanted.isEmpty {
      try context.visitFoldedEvents(isPrivate: reasons.subject.isPrivate, from: reasons.subject) {
        event, _ in
        reasons.examine(event)
      }
      reasons.addRest()
    }
    return try answer(reasons)
  }

  /// Reads the complete durable state at the moment shown, or the state of the private windows.
  private func readState(isPrivate: Bool) throws -> ProfileState {
    isPrivate ? ProfileState(browser: context.privateBrowser) : try context.readState()
  }

  private static let decided = AnswerMembers<[String]>(
    "decided",
    "the properties that the event "
      + "decided")

  static let members = AnswerMembers<[JSONWriter]>(
    "why", .array(.event(with: decided.shapes)))

  private func answer(_ reasons: Reasons) throws -> Answer {
    var json: [JSONWriter] = []
    var lines: [EventLine] = []
    for sequence in reasons.events {
      try context.visitShownEvents(
        isPrivate: sequence.isPrivate, from: sequence, through: sequence
      ) { event, words in
        if context.printsJSON {
          var writer = JSONWriter()
          writer.object { writer in
            EventJSON.write(event, to: &writer, words: words)
            Self.decided.write(reasons.sides(decidedBy: sequence), to: &writer)
          }
          json.append(writer)
        } else {
          lines.append(EventLine(event, words: words))
        }
        return false
      }
    }
    if context.printsJSON { return Answer(json: json, Self.members) }
    let known = try context.completed(lines)
    return try context.read { table(of: known, reasons, $0) }
  }

  private func table(of lines: [EventLine], _ reasons: Reasons, _ words: LogText) -> Answer {
    guard !lines.isEmpty else { return Answer("No event has changed it.") }
    var table = Table([.right, .left, .left, .left, .left])
    for line in lines {
      let time = Timestamp(milliseconds: line.event.milliseconds)
      let sides = reasons.sides(decidedBy: line.event.sequence).joined(separator: ", ")
      table.add([
        context.style.apply(.dim, to: "#\(line.event.sequence.rawValue)"),
        SafeText(time.shortText(now: context.presentation.now())), line.who,
        context.style.apply(.bold, to: "\(sides)"),
        context.sentence(of: line, words),
      ])
    }
    return Answer(table, width: context.presentation.columns)
  }

  private func thing(_ name: WhySubjectName) throws -> WhySubject {
    switch name {
    case .activeTab: .tab(try context.tab(nil))
    case .any(.id(let id)): try thing(id)
    case .any(let reference): try thing(tab: reference)
    case .tab(.id(let id)): try thing(id)
    case .tab(let reference): try thing(tab: reference)
    case .entry(let reference): try entry(reference)
    case .window(let reference): .window(try context.window(reference))
    case .group(let reference): .group(try context.group(reference))
    case .bookmark(let reference): .bookmark(try context.bookmark(reference))
    case .zoom: try zoomDecider(context.tab(nil))
    case .defaultZoom: .defaultZoom
    case .zoomOf(let name, let reference): try zoom(of: name, reference)
    case .setting(let name): .setting(name)
    }
  }

  /// Returns a tab by its position, or an open or closed tab by words.
  private func thing(tab reference: Reference) throws -> WhySubject {
    try thing(Int64(context.loggedTab(reference).rawValue))
  }

  private func thing(_ id: Int64) throws -> WhySubject {
    if let sequence = EventID(id: id),
      let thing = WhySubject(
        sequence, in: try readState(isPrivate: sequence.isPrivate))
    {
      return thing
    }
    throw CommandError(
      "noSuchThing",
      "Nothing has the id #\(id) now; “show \(id)” shows the event, “log --tab #\(id)” lists "
        + "events about it."
    )
  }

  /// Returns the history entry with an id, or at a position in the active tab's history.
  private func entry(_ reference: Reference) throws -> WhySubject {
    switch reference {
    case .position(let position):
      let tab = try context.tab(nil)
      let entry = try Array(tab.entries).element(
        at: position, "entry", ifNone: "The tab has no history.")
      return .entry(entry, tab: tab.id)
    case .id(let id):
      if let sequence = EventID(id: id),
        let thing = WhySubject.entry(sequence, in: context.browser(of: sequence))
      {
        return thing
      }
      throw CommandError("noSuchEntry", "There is no entry #\(id) in the history of a tab.")
    case .words(let text):
      let tab = try context.tab(nil)
      let found = try context.read { (words) -> NameSearch in
        var search = NameSearch(text, .entry("in the history"))
        for (offset, entry) in tab.entries.enumerated() {
          search.look(at: entry, of: tab, in: context, words, position: "\(offset + 1)")
        }
        return search
      }
      return try self.entry(.id(Int64(found.onlyMatch().rawValue)))
    case .place:
      throw CommandError(
        "badValue", "An entry has no window number; “history” lists the entries.", status: .usage)
    }
  }

  /// Returns the event that decided the zoom of a site, or of a tab if the name is not a host.
  private func zoom(of name: String, _ reference: Reference) throws -> WhySubject {
    if let site = try siteZoom(name) { return site }
    if case .words = reference, let host = (URL(name) ?? URL("https://" + name))?.host {
      if let site = try siteZoom(host) { return site }
      // A host without its own zoom has the default.
      if host.contains(".") { return .defaultZoom }
    }
    return try zoomDecider(context.tab(reference))
  }

  /// Returns the event that decided the zoom of a tab.
  private func zoomDecider(_ tab: Tab) throws -> WhySubject {
    let answer = try context.read { context.zoom(of: tab, $0) }
    switch answer.decider {
    case .tab: return .zoom(tab)
    case .site:
      return try answer.host.flatMap { host in try siteZoom(host) }
        ?? .defaultZoom
    case .default: return .defaultZoom
    }
  }

  /// Returns a site with its own zoom, or nil if the host has the default.
  private func siteZoom(_ host: String) throws -> WhySubject? {
    let sites = context.durableBrowser.zoom.sites
    let name = try context.read { $0.site(named: host, among: sites) }
    return name.flatMap { sites[$0] }.map { .site($0) }
  }
}
