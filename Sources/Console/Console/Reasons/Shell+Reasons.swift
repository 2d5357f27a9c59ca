internal import BrowserModel
internal import Notation
internal import Store

/// What `why` tells.
extension Shell {
  func whyAnswer(_ text: String) throws(CommandFailure) -> Answer {
    guard let name = ThingName(text) else {
      throw CommandFailure(
        "badValue",
        "THING needs a tab (3), an id (#4711), “tab”, “entry”, “window”, “group” or “bookmark” with "
          + "one of these, “zoom” with a host or “default”, or a setting’s name, not “\(text)”.",
        status: .usage)
    }
    let thing = try thing(name)
    var reasons = Reasons(of: thing, in: browser(of: thing))
    if !reasons.wanted.isEmpty {
      try visitFolded(isPrivate: reasons.subject.isPrivate, from: reasons.subject) { event in
        reasons.look(at: event)
      }
      reasons.settle()
    }
    return try answer(reasons)
  }

  private func browser(of thing: Thing) -> Browser {
    switch thing {
    case .tab(let tab), .zoom(let tab): self.browser(of: tab.id)
    case .entry(_, let tab): self.browser(of: tab)
    case .closedTab(let closed, _): self.browser(of: closed.tab.id)
    case .window(let window): self.browser(of: window.id)
    case .group(let group): self.browser(of: group.id)
    case .bookmark, .site, .defaultZoom, .setting: durableBrowser
    }
  }

  private func answer(_ reasons: Reasons) throws(CommandFailure) -> Answer {
    var json: [JSONWriter] = []
    var lines: [EventLine] = []
    for sequence in reasons.events {
      try visitLog(isPrivate: sequence.isPrivate, from: sequence, through: sequence) {
        event, words in
        if printsJSON {
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
    if printsJSON { return Answer { $0.array("why", of: json) } }
    return try view { table(of: lines, reasons, $0) }
  }

  private func table(of lines: [EventLine], _ reasons: Reasons, _ words: LogText) -> Answer {
    guard !lines.isEmpty else { return Answer("No event decided it: it is as it always was.") }
    var table = Table([.right, .left, .left, .left, .left])
    for line in lines {
      let time = Timestamp(milliseconds: line.event.milliseconds)
      let sides = reasons.sides(decidedBy: line.event.sequence).joined(separator: ", ")
      table.add([
        style.apply(.dim, to: "#\(line.event.sequence.rawValue)"),
        VisibleText(time.shortText(now: presentation.now())), style.apply(.bold, to: "\(sides)"),
        style.apply(.cyan, to: line.kind), line.main { pastName(of: $0, words) },
      ])
    }
    return Answer(table, width: presentation.columns)
  }

  // MARK: What is meant

  private func thing(_ name: ThingName) throws(CommandFailure) -> Thing {
    switch name {
    case .activeTab: .tab(try tab(nil))
    case .any(.id(let id)): try thing(id)
    case .any(let reference): .tab(try tab(reference))
    case .tab(.id(let id)): try thing(id)
    case .tab(let reference): .tab(try tab(reference))
    case .entry(let reference): try entry(reference)
    case .window(let reference): .window(try window(reference))
    case .group(let reference): .group(try group(reference))
    case .bookmark(let reference): .bookmark(try bookmark(reference))
    case .zoom: try zoomThing(tab(nil))
    case .defaultZoom: .defaultZoom
    case .siteZoom(let host): try siteZoom(host) ?? .defaultZoom
    case .setting(let name): .setting(name)
    }
  }

  private func thing(_ id: Int64) throws(CommandFailure) -> Thing {
    if let sequence = EventID(id: id), let thing = Thing(sequence, in: self.browser(of: sequence)) {
      return thing
    }
    throw CommandFailure(
      "noSuchThing",
      "Nothing here is #\(id) now; “show \(id)” shows the event, “log --tab #\(id)” those about it."
    )
  }

  /// An entry by its id, or by its place in the history of the active tab.
  private func entry(_ reference: Reference) throws(CommandFailure) -> Thing {
    switch reference {
    case .position(let position):
      let tab = try tab(nil)
      let row = try Array(tab.rows).element(
        at: position, "entry", ifNone: "The tab has no history.")
      return .entry(row, tab: tab.id)
    case .id(let id):
      if let sequence = EventID(id: id),
        let thing = Thing.entry(sequence, in: self.browser(of: sequence))
      {
        return thing
      }
      throw CommandFailure("noSuchEntry", "There is no entry #\(id) in the history of a tab.")
    }
  }

  /// What decided the zoom of a tab.
  private func zoomThing(_ tab: Tab) throws(CommandFailure) -> Thing {
    let answer = try read { zoom(of: tab, $0) }
    switch answer.decider {
    case .tab: return .zoom(tab)
    case .site:
      return try answer.host.flatMap { host throws(CommandFailure) in try siteZoom(host) }
        ?? .defaultZoom
    case .default: return .defaultZoom
    }
  }

  /// A site that was given a zoom; nil where it follows the default.
  private func siteZoom(_ host: String) throws(CommandFailure) -> Thing? {
    let sites = durableBrowser.zoom.sites
    let name = try read { $0.site(named: host, among: sites) }
    return name.flatMap { sites[$0] }.map { .site($0) }
  }
}
