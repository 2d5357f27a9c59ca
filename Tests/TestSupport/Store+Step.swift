import BrowserModel
public import RetraceStore

extension Store {
  /// Performs a random step. Returns whether it was accepted.
  @discardableResult
  public func perform(_ step: RandomStep) throws(StoreFailure) -> Bool {
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
}
