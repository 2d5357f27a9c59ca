import BrowserModel
import Store
import TestSupport

extension Store {
  /// Does a random step; tells whether it was granted.
  func perform(_ step: RandomStep) throws(StoreFailure) -> Bool {
    do throws(StoreFailure) {
      switch step {
      case .action(let action, let actor): _ = try perform(action, by: Origin(actor))
      case .undo: _ = try undo()
      case .redo: _ = try redo()
      }
      return true
    } catch {
      guard case .refused = error else { throw error }
      return false
    }
  }

  /// Whether the state is the fold of the events.
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
