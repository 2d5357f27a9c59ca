extension Browser {
  /// The tab of a window that was the active one before the one that is; nil where no other ever was.
  /// O(tabs of the window).
  public func lastUsedTab(inWindow id: EventID) -> EventID? {
    guard let window = window(id) else { return nil }
    func age(_ tab: EventID) -> UInt32 { record(tab)?.lastActive.rawValue.magnitude ?? 0 }
    let others = window.tabs.filter { $0 != window.activeTab && age($0) > 0 }
    return others.max { age($0) < age($1) }
  }
}
