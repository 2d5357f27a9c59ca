public import BrowserModel

extension Browser {
  /// The state of a whole log by definition: the fold of all events that are not undo or redo and
  /// whose batch is not undone at the end.
  public init(naiveFoldOf events: [Event]) {
    self.init()
    var isUndone: [Sequence: Bool] = [:]
    for event in events {
      switch event.body {
      case .time(.undone(let body)): isUndone[body.batch] = true
      case .time(.redone(let body)): isUndone[body.batch] = false
      default: break
      }
    }
    for event in events {
      if case .time = event.body { continue }
      if isUndone[event.batch] ?? false { continue }
      apply(event)
    }
    if let last = events.last { skip(to: last.sequence) }
  }
}
