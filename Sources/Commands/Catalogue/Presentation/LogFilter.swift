package import BrowserModel
internal import EventCoding
internal import RetraceStore

/// Specifies which events `log` lists.
package struct LogFilter {
  /// Only events about this tab.
  var tab: TabID?
  /// Only events of this actor.
  var actor: Event.Actor?
  /// Only events of the program with this name.
  var agent: String?
  /// Only events of these batches, which one run of a program has written on any branch.
  var run: Set<BatchID>?
  /// Only events of the device with this number. 0 is this device.
  var device: UInt32?
  /// Only events of these kinds.
  var kinds: Set<EventKind>?
  /// Only events of one action, specified by its first event.
  var batch: BatchID?
  /// Only events after this event. `nothing` means the start.
  var after: EventID?
  /// Only events up to this event.
  var until: EventID?
  /// Whether the private log is listed.
  var isPrivate = false
  /// Whether the filter accepts events that only record the progress of exchanges with other
  /// devices. These events are not user actions, and one of them follows each action.
  var takesExchanges = true

  /// Creates a filter that accepts all events.
  package init() {}

  /// Whether the filter accepts all events.
  var isOpen: Bool {
    tab == nil && actor == nil && agent == nil && run == nil && device == nil && kinds == nil
      && batch == nil
      && after == nil
      && until == nil
  }

  /// The first event to check.
  var first: EventID? { after.map { $0.advanced(by: 1) } ?? batch?.event }

  /// Returns a filter that accepts only events before an event, or all events if its number is 0.
  func before(_ number: Int) -> LogFilter {
    guard number > 0 else { return self }
    var filter = self
    let last = Int32(clamping: number - 1)
    let until = EventID(isPrivate ? -last : last)
    filter.until = filter.until.map { $0.rawValue.magnitude < last.magnitude ? $0 : until } ?? until
    return filter
  }

  package func includes(_ event: Event, words: EventWords) -> Bool {
    if let tab, !event.concerns(tab) { return false }
    if let actor, event.actor != actor { return false }
    if let agent, !event.isBy(agent: agent, words) { return false }
    if let run, !run.contains(event.batch) { return false }
    if let device, event.device != device { return false }
    if let batch, event.batch != batch { return false }
    if let kinds { return event.body.kind.map(kinds.contains) ?? false }
    if !takesExchanges, case .device(.accepted) = event.body { return false }
    return true
  }

  /// Returns the kinds with a name: a single kind, such as `tab.closed`, or all kinds of a family,
  /// such as `tab`.
  static func kinds(named word: String) -> Set<EventKind> {
    Set(EventKind.allCases.filter { $0.name == word || $0.name.hasPrefix(word + ".") })
  }

  /// All kinds and families, in the form in which they are typed.
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
