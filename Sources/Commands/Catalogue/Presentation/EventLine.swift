package import BrowserModel
package import CommandKit
internal import Notation
internal import RetraceTimeline

/// A line about an event, with its kind, its most important text, and a few other fields.
///
/// An event that only refers to another event, such as a travel, is described with the text of the
/// other event.
package struct EventLine {
  package let event: Event
  /// The devices that the event is about.
  var devices = EventDevices()
  /// The page shown by a tab that was received from elsewhere.
  var page: EntryRestored?
  /// The name of the program that wrote the event, or nil.
  private let agent: SafeText?
  /// The name of the action.
  private let name: SafeText?
  private let fields: [EventField]

  package init(_ event: Event, words: EventWords) {
    self.event = event
    agent = event.agent.isPresent ? SafeText(words(event.agent)) : nil
    name = event.batchName.isPresent ? SafeText(words(event.batchName)) : nil
    fields = EventField.all(of: event, words: words)
  }

  var kind: SafeText { SafeText(trusted: EventJSON.kind(of: event)) }

  /// Returns the most important texts, each separately: a URL, a title, a host and its zoom.
  /// - Parameter naming: Returns the name that the user sees for the thing that a field refers to.
  func mainParts(naming: (EventField) -> SafeText?) -> [SafeText] {
    // Restored things refer to the events that contain their text.
    let own = mainFields.compactMap { name in
      fields.first { $0.name == name && !$0.reference.exists }
        .map { name == "url" ? shownURL($0.value.text) : $0.value }
    }
    if hasLostName { return ["forgotten"] + own }
    if own == [Self.startPage] { return ["Start page"] }
    if case .tab(.opened) = event.body, own.isEmpty { return ["Start page"] }
    if !own.isEmpty, !namesSiteAlone { return own }
    let shown = page.flatMap { page in
      page.title.exists
        ? naming(EventField("title", page.title)) : naming(EventField("content", page.content))
    }
    if let shown { return [shown] }
    let named = references.compactMap { name in
      fields.first { $0.name == name }.flatMap(naming)
    }
    return named.prefix(1) + own
  }

  /// The remaining fields in the line: `tab #2  input example.com`.
  var rest: SafeText {
    let shown = fields.filter { field in
      !mainFields.contains(field.name) && !Self.leftOut.contains(field.name) && !isUsual(field)
    }.map { $0.value == "yes" ? $0.label : "\($0.label) \($0.value)" }
    return shown.joined(separator: "  ")
  }

  /// Whether the event closed a tab. The tab is then described by its last state.
  var closesTab: Bool {
    if case .tab(.closed) = event.body { true } else { false }
  }

  /// The name of the action in quotes, or empty if the action has no name.
  var quotedName: SafeText { name.map { "“\($0)”" } ?? "" }

  /// The author of the event, which is a program or a kind of actor, and the device if it is not
  /// this device.
  var who: SafeText {
    let actor = agent ?? SafeText(naming: event.actor)
    return devices.writer.map { "\(actor) on \($0)" } ?? actor
  }

  /// Returns all data of the event, one field per line.
  func full(style: Style) -> SafeText {
    var table = Table([.left, .left])
    table.add(["event", style.apply(.bold, to: "#\(event.sequence.rawValue)")])
    table.add(["kind", style.apply(.cyan, to: kind)])
    table.add(["time", SafeText(Timestamp(milliseconds: event.milliseconds).exactText())])
    if event.occurredMilliseconds != 0 {
      let occurred = Timestamp(milliseconds: event.occurredMilliseconds)
      table.add(["occurred", SafeText(occurred.exactText())])
    }
    if let writer = devices.writer {
      table.add(["device", "\(writer), where it is #\(event.deviceSequence)"])
    }
    table.add(["actor", actor])
    if let agent { table.add(["program", agent]) }
    if event.cause.exists {
      let origin = devices.origin.map { " on \($0)" } ?? ""
      table.add(["because of", "#\(event.cause.rawValue)\(origin)"])
    }
    if let name { table.add(["action", name]) }
    if event.batch.event != event.sequence { table.add(["batch", "#\(event.batch.rawValue)"]) }
    for field in fields {
      let value = field.name == "recipient" ? devices.recipient : nil
      if let label = label(of: field) { table.add([label, value ?? field.value]) }
    }
    if event.isRedacted { table.add(["words", "forgotten"]) }
    return table.text(width: nil)
  }

  /// Returns the label of a field, or nil if the field adds no information.
  private func label(of field: EventField) -> SafeText? {
    if Self.numbersOfFold.contains(field.name) { return nil }
    guard field.name == "item" else { return field.label }
    // A closed item has the id of its tab or window, which is in other fields.
    if case .tab(.closed) = event.body {
      return field.reference == event.sequence ? nil : "closed with"
    }
    return "closed by"
  }

  private var actor: SafeText {
    let actor = SafeText(naming: event.actor)
    return event.via == .unknown ? actor : "\(actor), through \(SafeText(naming: event.via))"
  }

  /// The names of the fields whose text comes first.
  private var mainFields: [String] {
    switch event.body {
    case .setting, .value: ["name", "value"]
    case .zoom: ["host", "level"]
    case .navigation(.failed): ["reason"]
    case .bookmark: ["title", fields.contains { $0.name == "title" } ? "" : "url"]
    case .page(.scrolled): ["x", "y"]
    case .time, .device: ["name"]
    default: ["title", "url", "front_end"]
    }
  }

  /// Whether the most important text of the event was forgotten.
  private var hasLostName: Bool {
    if case .value = event.body { return event.isRedacted }
    let names = mainFields.filter { !["level", "name", "x", "y"].contains($0) }
    return event.isRedacted && !fields.contains { names.contains($0.name) }
  }

  /// Whether the event sets the zoom of a site without including the host. Only the first event
  /// about a site contains its host.
  private var namesSiteAlone: Bool {
    guard case .zoom(.siteSet(let body)) = event.body else { return false }
    return !body.host.isPresent
  }

  private static let startPage = SafeText(Destination.startPage)

  /// The names of the fields that refer to the subject of an event, most specific first.
  private static let references = [
    "entry", "content", "title", "bookmark", "source", "setter", "tab", "group", "site", "window",
    "item",
    "batch", "proposal", "branch",
  ]

  /// The names of the fields that refer to the subject of this event. A sent page is described by
  /// its title instead.
  private var references: [String] {
    if case .device = event.body { ["title"] + Self.references } else { Self.references }
  }

  /// The fields that only JSON includes.
  private static let numbersOfFold: Set<String> = [
    "rank", "rank_fraction", "rank_bits", "key_upper", "key_lower",
  ]

  /// The fields that only `show` and JSON include.
  private static let leftOut: Set<String> = [
    "after", "again", "before", "index", "family", "family_brief", "forgets_families", "parent",
    "reason", "search_words",
    "entry", "content", "document", "successor", "successor_window", "item", "selected", "bookmark",
    "site", "kind", "width", "height", "x", "y", "show_state", "blob", "number", "scroll",
    "picture", "recipient", "rank", "rank_fraction", "rank_bits", "by_time", "key_upper",
    "key_lower", "base64",
  ]

  private func isUsual(_ field: EventField) -> Bool {
    switch (field.name, event.body) {
    case ("tab", .device), ("title", .device): true
    case ("through", .device(.accepted)), ("device", .device(.accepted)): true
    case ("transition", _): ["link", "typed", "startPage"].contains(field.value.text)
    case ("window", .tab), ("batch", .time), ("setter", .value): true
    case ("branch", .time(.proposed)), ("target", .time(.proposed)), ("answer", .time),
      ("proposal", .time):
      true
    // The sentence already contains these.
    case ("pinned", .tab(.pinned)), ("muted", .tab(.muted)), ("collapsed", .group): true
    case ("temporary_zoom", .tab): field.value.text == "default"
    case ("url", .bookmark(.restored)), ("tags", .bookmark(.restored)),
      ("keyword", .bookmark(.restored)), ("note", .bookmark(.restored)):
      true
    default: false
    }
  }
}

/// A description of an event, for the user.
extension EventLine {
  /// Returns the action and its object: `closed Swift — https://swift.org/`.
  /// - Parameters:
  ///   - namesDevice: Whether to include the device, if it is not this device.
  ///   - naming: Returns the name that the user sees for the thing that a field refers to.
  package func sentence(
    namesDevice: Bool = true, naming: (EventField) -> SafeText?
  ) -> SafeText {
    let parts = mainParts(naming: naming)
    let main = parts.joined(separator: isValue && parts.count > 1 ? " to " : " ")
    let writer = namesDevice ? devices.writer : nil
    let place: SafeText = writer.map { " on \($0)" } ?? ""
    if case .tab(.restored(let body)) = event.body, let origin = devices.origin {
      let tab = main.isEmpty ? "a tab" : main
      let goal: SafeText = writer.map { " to \($0)" } ?? ""
      return (body.isSelected ? "took \(tab) from \(origin)" : "\(tab) came from \(origin)") + goal
    }
    let goal: SafeText = devices.recipient.map { " to \($0)" } ?? ""
    let what = number.isEmpty ? main : main.isEmpty ? number : "\(number): \(main)"
    return (what.isEmpty ? verb : "\(verb) \(what)") + goal + place
  }

  /// A number such as “#41” for an undo or redo, or for the newest accepted event of a device.
  /// Empty for other events.
  private var number: SafeText {
    switch event.body {
    case .time(.undone(let body)), .time(.redone(let body)): "#\(body.batch.rawValue)"
    case .device(.accepted(let body)): "#\(body.through.rawValue)"
    default: ""
    }
  }

  /// Whether the event's text consists of a name and its new value.
  private var isValue: Bool {
    switch event.body {
    case .setting, .value, .zoom: true
    default: false
    }
  }

  private var verb: SafeText {
    devices.isRename ? "called the device" : SafeText(trusted: "\(event.body.verb)")
  }
}
