package import BrowserModel
internal import EventCoding
internal import Notation
internal import RetraceStore

/// Which events `log` lists.
package struct LogFilter {
  /// Those about this tab.
  var tab: TabID?
  /// Those of this actor.
  var actor: Event.Actor?
  /// Those of the program that goes by this name.
  var agent: String?
  /// Those that the device with this number wrote; 0 is this one.
  var device: UInt32?
  /// Those of one of these kinds.
  var kinds: Set<EventKind>?
  /// Those of one action, named by its first event.
  var batch: BatchID?
  /// Only what came after this event; nothing is the start.
  var after: EventID?
  /// Only what came up to this event.
  var until: EventID?
  /// The log that it looks through.
  var isPrivate = false
  /// Whether it lets through what only says how far devices have told each other. Nobody did that, and one
  /// follows whatever was done.
  var takesExchanges = true

  /// Lets every event through.
  package init() {}

  /// Whether it lets every event through.
  var isOpen: Bool {
    tab == nil && actor == nil && agent == nil && device == nil && kinds == nil && batch == nil
      && after == nil
      && until == nil
  }

  /// The first event to look at.
  var first: EventID? { after.map { $0.advanced(by: 1) } ?? batch?.event }

  package func includes(_ event: Event, words: EventWords) -> Bool {
    if let tab, !event.concerns(tab) { return false }
    if let actor, event.actor != actor { return false }
    if let agent, !event.isBy(agent: agent, words) { return false }
    if let device, event.device != device { return false }
    if let batch, event.batch != batch { return false }
    if let kinds { return EventJSON.eventKind(of: event).map(kinds.contains) ?? false }
    if !takesExchanges, case .device(.accepted) = event.body { return false }
    return true
  }

  /// The kinds that a word means: one, `tab.closed`, or those of a family, `tab`.
  static func kinds(named word: String) -> Set<EventKind> {
    Set(EventKind.allCases.filter { $0.name == word || $0.name.hasPrefix(word + ".") })
  }

  /// All kinds and families, as they are typed.
  package static let kindNames: [String] = {
    let names = EventKind.allCases.map(\.name)
    var families: [String] = []
    for name in names {
      let family = String(name.prefix { $0 != "." })
      if !families.contains(family) { families.append(family) }
    }
    return families + names
  }()
}
