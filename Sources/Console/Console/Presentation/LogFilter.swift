internal import BrowserModel
internal import EventCoding
internal import Notation
internal import Store

/// Which events `log` lists.
struct LogFilter {
  /// Those about this tab.
  var tab: EventID?
  /// Those of this actor.
  var actor: Event.Actor?
  /// Those of this kind, `tab.closed`, or family, `tab`.
  var kind: String?
  /// Those of one action, named by its first event.
  var batch: EventID?
  /// Only what came after this event; nothing is the start.
  var after: EventID?
  /// Only what came up to this event.
  var until: EventID?
  /// The log that it looks through.
  var isPrivate = false

  /// Whether it lets every event through.
  var isOpen: Bool {
    tab == nil && actor == nil && kind == nil && batch == nil && after == nil && until == nil
  }

  /// The first event to look at.
  var first: EventID? { after.map { $0.advanced(by: 1) } ?? batch }

  func includes(_ event: Event) -> Bool {
    if let tab, !event.concerns(tab) { return false }
    if let actor, event.actor != actor { return false }
    if let batch, event.batch != batch { return false }
    if let kind {
      let name = EventJSON.kind(of: event)
      return name == kind || name.hasPrefix(kind) && name.dropFirst(kind.count).first == "."
    }
    return true
  }

  /// All kinds and families, as they are typed.
  static let kinds: [String] = {
    let names = EventKind.allCases.map(\.name)
    var families: [String] = []
    for name in names {
      let family = String(name.prefix { $0 != "." })
      if !families.contains(family) { families.append(family) }
    }
    return families + names
  }()
}
