extension Browser {
  /// A tab that was closed and is still at hand.
  public func closedTab(_ id: EventID) -> Tab? {
    for item in closed.reversed() {
      for closed in item.tabs where closed.tab.id == id { return closed.tab }
    }
    return nil
  }
}
