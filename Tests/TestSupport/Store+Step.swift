import BrowserModel
public import RetraceStore

extension Store {
  /// Performs a random step. Returns whether it was accepted.
  @discardableResult
  public func perform(_ step: RandomStep) throws -> Bool {
    do {
      switch step {
      case .action(let action, let actor): _ = try perform(action, by: Origin(actor))
      case .undo: _ = try undo()
      case .redo: _ = try redo()
      }
      return true
    } catch is Refusal {
      return false
    }
  }
}
