package import BrowserModel
internal import EventCoding
internal import RetraceEventLog
import RetraceTimeline

/// A tab, followed by the tab from which it was duplicated, and so on. Each of these other tabs
/// counts up to the moment of its duplication.
package struct TabAncestry {
  private var tabs: [(tab: TabID, until: EventID?)]

  /// Reads the chain of duplications.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(duplications)
  package init(of tab: TabID, in store: Store) throws {
    tabs = [(tab, nil)]
    var next: TabID? = tab
    while let current = next {
      next = nil
      var source: TabID?
      try store.visitLog(
        isPrivate: current.isPrivate, from: current.event, through: current.event
      ) { event, _ in
        if case .tab(.duplicated(let body)) = event.body { source = body.source }
        return false
      }
      // A tab that was opened later cannot be the source, even if a log claims it.
      guard let source, source.rawValue.magnitude < current.rawValue.magnitude else { return }
      tabs.append((source, current.event))
      next = source
    }
  }

  /// The event that opened the oldest of the tabs.
  package var first: EventID { tabs[tabs.count - 1].tab.event }

  /// Whether an event is about one of the tabs and was written before that tab was duplicated.
  package func concerns(_ event: Event) -> Bool {
    tabs.contains { way in
      let isInTime =
        way.until.map { event.sequence.rawValue.magnitude < $0.rawValue.magnitude } ?? true
      return isInTime && event.concerns(way.tab)
    }
  }
}
