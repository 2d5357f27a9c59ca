import BrowserModel
import RetraceTimeline

extension ProfileState {
  /// Decides an action, and returns only its refusal.
  func refusal(of action: Action, text: MemoryEvents = MemoryEvents()) throws(Refusal) {
    _ = try decide(action, next: browser.sequence.advanced(by: 1), text: text)
  }
}
