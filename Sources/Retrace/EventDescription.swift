public import BrowserModel
internal import EventCoding
internal import Notation

/// An event and its author: one of the answers to the question why something is as it is.
public struct EventDescription: Sendable, CustomStringConvertible {
  /// The event, with its facts and its time.
  public let event: Event
  /// The kind of event, such as `tab.pinned`, or nil for an event of a newer version.
  public let kind: String?
  /// The program that acted, or nil if the front end itself did.
  public let agent: String?
  /// The name of the action, or nil if it has none.
  public let name: String?
  private let verb: String
  /// The subject of the verb, in the text of the event, or nil if the event contains only its id.
  private let object: String?

  init(_ event: Event, _ words: EventWords) {
    self.event = event
    kind = EventJSON.eventKind(of: event)?.name
    verb = "\(event.body.verb)"
    object = event.body.object(words)
    agent = event.agent.isPresent ? words(event.agent) : nil
    name = event.batchName.isPresent ? words(event.batchName) : nil
  }

  /// A description of the event that follows the name of its author: `pinned it`,
  /// `went to https://swift.org/`.
  ///
  /// - Parameter thing: The name of the tab or page that the event is about, used if the event does
  ///   not contain it.
  public func sentence(calling thing: String = "it") -> String {
    let object = object ?? thing
    return object.isEmpty ? verb : "\(verb) \(object)"
  }

  /// `#5 tab.pinned by user`, with the program and the name of the action if there are any.
  public var description: String {
    let by = agent.map { "\(event.actor), \($0)" } ?? "\(event.actor)"
    let called = name.map { " (\($0))" } ?? ""
    return "#\(event.sequence.rawValue) \(kind ?? "unknown") by \(by)\(called)"
  }
}

extension Body {
  /// The subject of the event in its own text. Empty if the verb is sufficient, and nil if there is
  /// no text.
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

/// The text by which users recognise the subject of an event: the first of its title, address and
/// name.
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
  /// The event that created it, or `.nothing` if it always exists.
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
