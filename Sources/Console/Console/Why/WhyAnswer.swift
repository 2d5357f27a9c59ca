internal import Addresses
internal import BrowserModel
internal import Notation
internal import Store

/// What `why` tells: the events that made a thing what it is.
struct WhyAnswer {
  private let shell: CommandContext

  init(_ shell: CommandContext) { self.shell = shell }

  func answer(_ text: String) throws(CommandFailure) -> Answer {
    guard let name = WhySubjectName(text) else {
      throw CommandFailure(
        "badValue",
        "THING needs a tab (3), an id (#4711), “tab”, “entry”, “window”, “group” or “bookmark” with "
          + "one of these, “zoom” with a host, a tab or “default”, or a setting’s name, not “\(text)”.",
        status: .usage)
    }
    let thing = try thing(name)
    var reasons = Reasons(of: thing, in: try readState(isPrivate: thing.isPrivate))
    if !reasons.wanted.isEmpty {
      try shell.visitFoldedEvents(isPrivate: reasons.subject.isPrivate, from: reasons.subject) {
        event, _ in
        reasons.take(event)
      }
      reasons.addRest()
    }
    return try answer(reasons)
  }

  /// Reads the whole durable state in view, or that of the private windows.
  private func readState(isPrivate: Bool) throws(CommandFailure) -> ProfileState {
    isPrivate ? ProfileState(browser: shell.privateBrowser) : try shell.readState()
  }

  private func answer(_ reasons: Reasons) throws(CommandFailure) -> Answer {
    var json: [JSONWriter] = []
    var lines: [EventLine] = []
    for sequence in reasons.events {
      try shell.visitEventsInView(
        isPrivate: sequence.isPrivate, from: sequence, through: sequence
      ) { event, words in
        if shell.printsJSON {
          var writer = JSONWriter()
          writer.object { writer in
            EventJSON.write(event, to: &writer, words: words)
            writer.array("decided", of: reasons.sides(decidedBy: sequence))
          }
          json.append(writer)
        } else {
          lines.append(EventLine(event, words: words))
        }
        return false
      }
    }
    if shell.printsJSON { return Answer { $0.array("why", of: json) } }
    let known = try shell.completed(lines)
    return try shell.read { table(of: known, reasons, $0) }
  }

  private func table(of lines: [EventLine], _ reasons: Reasons, _ words: LogText) -> Answer {
    guard !lines.isEmpty else { return Answer("No event decided it: it is as it always was.") }
    var table = Table([.right, .left, .left, .left, .left])
    for line in lines {
      let time = Timestamp(milliseconds: line.event.milliseconds)
      let sides = reasons.sides(decidedBy: line.event.sequence).joined(separator: ", ")
      table.add([
        shell.style.apply(.dim, to: "#\(line.event.sequence.rawValue)"),
        SafeText(time.shortText(now: shell.presentation.now())), line.who,
        shell.style.apply(.bold, to: "\(sides)"),
        shell.sentence(of: line, words),
      ])
    }
    return Answer(table, width: shell.presentation.columns)
  }

  private func thing(_ name: WhySubjectName) throws(CommandFailure) -> WhySubject {
    switch name {
    case .activeTab: .tab(try shell.tab(nil))
    case .any(.id(let id)): try thing(id)
    case .any(let reference): try thing(tab: reference)
    case .tab(.id(let id)): try thing(id)
    case .tab(let reference): try thing(tab: reference)
    case .entry(let reference): try entry(reference)
    case .window(let reference): .window(try shell.window(reference))
    case .group(let reference): .group(try shell.group(reference))
    case .bookmark(let reference): .bookmark(try shell.bookmark(reference))
    case .zoom: try zoomDecider(shell.tab(nil))
    case .defaultZoom: .defaultZoom
    case .zoomOf(let name, let reference): try zoom(of: name, reference)
    case .setting(let name): .setting(name)
    }
  }

  /// A tab by its position, or by words, which may name a closed one.
  private func thing(tab reference: Reference) throws(CommandFailure) -> WhySubject {
    try thing(Int64(shell.loggedTab(reference).rawValue))
  }

  private func thing(_ id: Int64) throws(CommandFailure) -> WhySubject {
    if let sequence = EventID(id: id),
      let thing = WhySubject(
        sequence, in: try readState(isPrivate: sequence.isPrivate))
    {
      return thing
    }
    throw CommandFailure(
      "noSuchThing",
      "Nothing here is #\(id) now; “show \(id)” shows the event, “log --tab #\(id)” those about it."
    )
  }

  /// An entry by its id, or by its place in the history of the active tab.
  private func entry(_ reference: Reference) throws(CommandFailure) -> WhySubject {
    switch reference {
    case .position(let position):
      let tab = try shell.tab(nil)
      let entry = try Array(tab.entries).element(
        at: position, "entry", ifNone: "The tab has no history.")
      return .entry(entry, tab: tab.id)
    case .id(let id):
      if let sequence = EventID(id: id),
        let thing = WhySubject.entry(sequence, in: shell.browser(of: sequence))
      {
        return thing
      }
      throw CommandFailure("noSuchEntry", "There is no entry #\(id) in the history of a tab.")
    case .words(let text):
      let tab = try shell.tab(nil)
      let found = try shell.read { (words) -> NameSearch in
        var search = NameSearch(text, .entry("in the history"))
        for (offset, entry) in tab.entries.enumerated() {
          search.look(at: entry, of: tab, in: shell, words, position: "\(offset + 1)")
        }
        return search
      }
      return try self.entry(.id(Int64(found.theOne().rawValue)))
    case .place:
      throw CommandFailure(
        "badValue", "An entry has no window; “history” lists them.", status: .usage)
    }
  }

  /// What decided the zoom of a site, or of a tab where the name is no host.
  private func zoom(of name: String, _ reference: Reference) throws(CommandFailure) -> WhySubject {
    if let site = try siteZoom(name) { return site }
    if case .words = reference, let host = (URL(name) ?? URL("https://" + name))?.host {
      if let site = try siteZoom(host) { return site }
      // A host that was given none has the default.
      if host.contains(".") { return .defaultZoom }
    }
    return try zoomDecider(shell.tab(reference))
  }

  /// What decided the zoom of a tab.
  private func zoomDecider(_ tab: Tab) throws(CommandFailure) -> WhySubject {
    let answer = try shell.read { shell.zoom(of: tab, $0) }
    switch answer.decider {
    case .tab: return .zoom(tab)
    case .site:
      return try answer.host.flatMap { host throws(CommandFailure) in try siteZoom(host) }
        ?? .defaultZoom
    case .default: return .defaultZoom
    }
  }

  /// A site that was given a zoom; nil where it follows the default.
  private func siteZoom(_ host: String) throws(CommandFailure) -> WhySubject? {
    let sites = shell.durableBrowser.zoom.sites
    let name = try shell.read { $0.site(named: host, among: sites) }
    return name.flatMap { sites[$0] }.map { .site($0) }
  }
}
