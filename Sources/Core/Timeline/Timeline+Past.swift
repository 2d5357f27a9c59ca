public import BrowserModel

extension Timeline {
  /// A tab as it was when it last closed, however long ago; nil when there was never such a tab.
  ///
  /// - Complexity: O(events).
  public func lastClosed<Source: EventSource & ~Copyable>(
    _ tab: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> ClosedTab? {
    guard tab.exists, position.exists else { return nil }
    var past = Browser()
    var found: ClosedTab?
    try source.visitEvents(
      from: position.firstOfLog, through: position, backwards: false,
      damaged: { _ in },
      { event in
        guard isFolded(event) else { return true }
        if event.body.closesTabs, let closing = past.closing(tab) { found = closing }
        past.apply(event)
        return true
      })
    return found
  }
}

extension Body {
  fileprivate var closesTabs: Bool {
    switch self {
    case .tab(.closed), .window(.closed): true
    default: false
    }
  }
}
