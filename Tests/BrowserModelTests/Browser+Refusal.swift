import BrowserModel
import Timeline

extension Browser {
  /// Decides an action for its refusal alone.
  func refusal(of action: Action, text: MemoryEvents = MemoryEvents()) throws(Refusal) {
    _ = try decide(action, next: sequence.advanced(by: 1), text: text)
  }
}
