import BrowserModel
import Timeline

extension Browser {
  /// Decides a wish for its refusal alone.
  func refusal(of wish: Action, text: MemoryEvents = MemoryEvents()) throws(Refusal) {
    _ = try decide(wish, next: sequence.advanced(by: 1), text: text)
  }
}
