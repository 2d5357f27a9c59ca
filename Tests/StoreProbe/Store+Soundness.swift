import BrowserModel
import RetraceStore
import TestSupport

extension Store {
  /// Whether the state is the result of the events.
  func isSound() throws -> Bool {
    var events: [Event] = []
    try visitLog(isPrivate: false) { event, _ in
      events.append(event)
      return true
    }
    let state = try readState()
    return state == NaiveTimeline(events).state && state.brokenInvariants().isEmpty
  }
}
