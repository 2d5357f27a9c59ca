public import BrowserModel
internal import EventCoding
internal import Notation

/// An event, and who caused it: one of the answers to why something is as it is.
public struct EventDescription: Sendable, CustomStringConvertible {
  /// The event: what happened, and when.
  public let event: Event
  /// What kind of event it is, such as `tab.pinned`, or nil for one of a newer version.
  public let kind: String?
  /// The program that acted, or nil if the front end itself did.
  public let agent: String?
  /// What the action is called, or nil if nobody named it.
  public let name: String?
  private let verb: String
  /// What the verb is about, in the event's own words, or nil if it names that by its id alone.
  private let object: String?

  init(_ event: Event, _ words: EventWords) {
    self.event = event
    kind = EventJSON.eventKind(of: event)?.name
    verb = "\(event.body.verb)"
    object = event.body.object(words)
    agent = event.agent.isPresent ? words(event.agent) : nil
    name = event.batchName.isPresent ? words(event.batchName) : nil
  }

  /// What happened, in words for people that follow on who did it: `pinned it`,
  /// `went to https://swift.org/`.
  ///
  /// - Parameter thing: What the tab or page that it is about is called, where the event does not say it.
  public func sentence(calling thing: String = "it") -> String {
    let object = object ?? thing
    return object.isEmpty ? verb : "\(verb) \(object)"
  }

  /// `#5 tab.pinned by user`, with the agent and the name of the action where there are some.
  public var description: String {
    let by = agent.map { "\(event.actor), \($0)" } ?? "\(event.actor)"
    let called = name.map { " (\($0))" } ?? ""
    return "#\(event.sequence.rawValue) \(kind ?? "unknown") by \(by)\(called)"
  }
}

extension Body {
  /// What it is about, in its own words; empty where the verb says all, nil where it has none.
  fileprivate func object(_ words: EventWords) -> String? {
    var said = SaidFirst()
    visit(&said)
    let named = said.text.isPresent ? words(said.text) : ""
    return switch self {
    case .navigation(.failed(let body)): words(body.reason)
    case .navigation(.travelStarted), .navigation(.traveled): "another page of its history"
    case .page(.scrolled(let body)): "\(body.y)"
    case .setting(let body): "it to \(words(body.value))"
    case .zoom(.siteSet): "\(named.isEmpty ? "" : "\(named) ")to \(said.level)"
    case .zoom: said.level
    case .page(.titled): "“\(named)”"
    case .device(.accepted(let body)): "#\(body.through.rawValue)"
    case .tab, .page, .group(.joined): named.isEmpty ? nil : named
    default: named
    }
  }
}

/// The words by which people know what an event is about: the first of its title, address and name.
private struct SaidFirst: QuietFieldVisitor, PayloadVisitor {
  var text = Text.absent
  var level = ""

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    payload.visit(&self)
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    let names = ["title", "url", "host", "front_end", "name"]
    if value.count > 0, text.count == 0, names.contains("\(name)") { text = value }
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    level = value.exists ? value.percentText : "the default"
  }
}

extension Subject {
  /// The event that made it; `.nothing` for what is always there.
  var made: EventID {
    switch self {
    case .window(let id): id.event
    case .tab(let id), .entry(_, let id): id.event
    case .group(let id): id.event
    case .closedItem(let id): id.event
    case .bookmark(let id): id.event
    case .site(let event): event
    case .defaultZoom, .setting: .nothing
    }
  }
}
