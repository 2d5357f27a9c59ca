import BrowserModel
public import RetraceStore

extension Store {
  /// Does a random step; tells whether it was granted.
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
