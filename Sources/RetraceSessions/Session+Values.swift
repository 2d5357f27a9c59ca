public import BrowserModel

// Custom values.
extension Session {
  /// Returns a custom value, or nil if the owner has no value with this name or the value was
  /// forgotten.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public subscript(owner: ValueOwner, name: String) -> [UInt8]? {
    get throws {
      try read { text in state.value(named: name, of: owner, text: text)?.bytes }
    }
  }

  /// Returns a custom value of a tab, like the subscript with `.tab(tab)`.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public subscript(tab: TabID, name: String) -> [UInt8]? {
    get throws { try self[.tab(tab), name] }
  }

  /// Returns the custom values of a tab, a window, a group or the profile, in the order of their
  /// names.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(n log n) for n values, with two look-ups for each value.
  public func values(of owner: ValueOwner) throws -> [CustomValue] {
    try read { text in state.values(of: owner, text: text) }
  }
}
