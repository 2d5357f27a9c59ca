public import BrowserModel
internal import EventCoding
internal import Notation

/// An event, and who caused it: one of the answers to why something is as it is.
public struct EventNote: Sendable, CustomStringConvertible {
  /// The event: what happened, and when.
  public let event: Event
  /// What kind of event it is, such as `tab.pinned`; nil for one of a newer version.
  public let kind: String?
  /// The program that acted; nil where the front end itself did.
  public let agent: String?
  /// What the action is called; nil where nobody named it.
  public let name: String?

  init(_ event: Event, _ words: EventWords) {
    self.event = event
    kind = EventJSON.eventKind(of: event)?.name
    agent = event.agent.isPresent ? words(event.agent) : nil
    name = event.batchName.isPresent ? words(event.batchName) : nil
  }

  /// `#5 tab.pinned by user`, with the agent and the name of the action where there are some.
  public var description: String {
    let by = agent.map { "\(event.actor), \($0)" } ?? "\(event.actor)"
    let called = name.map { " (\($0))" } ?? ""
    return "#\(event.sequence.rawValue) \(kind ?? "unknown") by \(by)\(called)"
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
