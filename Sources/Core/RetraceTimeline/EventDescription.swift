public import BrowserModel
internal import Bytes
internal import EventCoding

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

  /// Creates the description of an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - words: The words of the event, from the visit of the log that read the event.
  package init(_ event: Event, _ words: EventWords) {
    self.event = event
    kind = event.body.kind?.name
    verb = event.body.verb.description
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
    return object.isEmpty ? verb : String(concatenating: verb, " ", object)
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
  package func leadText(_ words: EventWords) -> String? {
    let lead = body.leadText
    return lead.isPresent && lead.count > 0 ? words(lead) : nil
  }
}

extension Body {
  /// Returns the object of the event's verb from the text of the event. Returns an empty string if
  /// the verb needs no object, or nil if the event contains no text.
  fileprivate func object(_ words: EventWords) -> String? {
    let lead = leadText
    let named = lead.isPresent ? words(lead) : ""
    return switch self {
    case .navigation(.failed(let body)): words(body.reason)
    case .navigation(.travelStarted), .navigation(.traveled): "another page of its history"
    case .page(.scrolled(let body)): body.y.description
    case .setting(let body): String(concatenating: "it to ", words(body.value))
    case .value(.set(let body)):
      body.value.count > 0 ? String(concatenating: named, " to ", words(body.value)) : named
    case .zoom(.siteSet(let body)):
      String(concatenating: named, named.isEmpty ? "to " : " to ", body.level.phrase)
    case .zoom(.defaultSet(let body)): body.level.phrase
    case .zoom(.temporarySet(let body)): body.level.phrase
    case .page(.titled): String(concatenating: "“", named, "”")
    case .device(.accepted(let body)):
      String(concatenating: "#", body.through.rawValue.description)
    case .time(.undone(let body)), .time(.redone(let body)):
      String(concatenating: "#", body.batch.rawValue.description)
    case .tab, .page, .group(.joined): named.isEmpty ? nil : named
    default: named
    }
  }

  /// The text by which users recognize the subject of the event: the first title, address or name in
  /// the event that is not empty.
  fileprivate var leadText: Text {
    if case .page(.visited(let body)) = self, body.url.count > 0 { return body.url }
    for field in [TextField.title, .url, .host, .name] {
      let text = text(field)
      if text.count > 0 { return text }
    }
    return .absent
  }
}

extension ZoomLevel {
  fileprivate var phrase: String { exists ? percentText : "the default" }
}
