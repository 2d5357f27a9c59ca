public import BrowserModel
internal import EventCoding
internal import Notation

/// A description of an event and its author, which helps to explain why something is in its current
/// state.
public struct EventDescription: Identifiable, Sendable, CustomStringConvertible {
  /// The number of the event.
  public var id: EventID { event.sequence }
  /// The event.
  public let event: Event
  /// The kind of event, such as `tab.pinned`, or nil for an event of a newer version.
  public let kind: String?
  /// The name of the program that acted, or nil if the front end itself acted.
  public let agent: String?
  /// The name of the action, or nil if the action has no name.
  public let name: String?
  private let verb: String
  /// The object of the verb, from the text of the event, or nil if the event contains only an id.
  private let object: String?

  init(_ event: Event, _ words: EventWords) {
    self.event = event
    kind = EventJSON.eventKind(of: event)?.name
    verb = "\(event.body.verb)"
    object = event.body.object(words)
    agent = event.agent.isPresent ? words(event.agent) : nil
    name = event.batchName.isPresent ? words(event.batchName) : nil
  }

  /// Returns a description of the event to write after the name of its author, such as `pinned it`
  /// or `went to https://swift.org/`.
  ///
  /// - Parameter thing: The name of the tab or page that the event is about. This name is used if
  ///   the event does not contain a name.
  public func sentence(calling thing: String = "it") -> String {
    let object = object ?? thing
    return object.isEmpty ? verb : "\(verb) \(object)"
  }

  /// The number, the kind and the author of the event, such as `#5 tab.pinned by user`, followed by
  /// the names of the program and the action, as far as they exist.
  public var description: String {
    let by = agent.map { "\(event.actor), \($0)" } ?? "\(event.actor)"
    let called = name.map { " (\($0))" } ?? ""
    return "#\(event.sequence.rawValue) \(kind ?? "unknown") by \(by)\(called)"
  }
}

extension Event {
  /// Returns the first title, address or name in the event, or nil if the event has none.
  func leadText(_ words: EventWords) -> String? {
    var lead = LeadText()
    body.visit(&lead)
    return lead.text.isPresent && lead.text.count > 0 ? words(lead.text) : nil
  }
}

extension Body {
  /// Returns the object of the event's verb from the text of the event. Returns an empty string if
  /// the verb needs no object, or nil if the event contains no text.
  fileprivate func object(_ words: EventWords) -> String? {
    var said = LeadText()
    visit(&said)
    let named = said.text.isPresent ? words(said.text) : ""
    return switch self {
    case .navigation(.failed(let body)): words(body.reason)
    case .navigation(.travelStarted), .navigation(.traveled): "another page of its history"
    case .page(.scrolled(let body)): "\(body.y)"
    case .setting(let body): "it to \(words(body.value))"
    case .value(.set(let body)): body.value.count > 0 ? "\(named) to \(words(body.value))" : named
    case .zoom(.siteSet): "\(named.isEmpty ? "" : "\(named) ")to \(said.level)"
    case .zoom: said.level
    case .page(.titled): "“\(named)”"
    case .device(.accepted(let body)): "#\(body.through.rawValue)"
    case .tab, .page, .group(.joined): named.isEmpty ? nil : named
    default: named
    }
  }
}

/// A visitor that finds the text by which users recognize the subject of an event, namely the first
/// title, address or name in the event.
private struct LeadText: QuietFieldVisitor, PayloadVisitor {
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
  /// The event that created the subject, or `.nothing` if the subject always exists.
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
