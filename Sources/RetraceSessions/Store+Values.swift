public import BrowserModel
public import RetraceStore

// Custom values.
extension Store {
  /// Returns a custom value of a tab, or nil if the tab has no value with this name or the value was
  /// forgotten. ``Session`` also has subscripts for windows, groups, the profile and other moments.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public subscript(tab: TabID, name: String) -> [UInt8]? {
    get throws { try (tab.isPrivate ? privateSession : session)[tab, name] }
  }

  /// Removes a custom value if it exists.
  ///
  /// - Throws: The errors of ``setValue(_:named:of:by:)``.
  public func removeValue(
    named name: String, of owner: ValueOwner, by origin: Origin = Origin()
  ) throws {
    try setValue([UInt8]?.none, named: name, of: owner, by: origin)
  }

  /// Sets a custom value, or removes it if `bytes` is nil. Does nothing if the value is already the
  /// same.
  ///
  /// ```swift
  /// try store.setValue(Array("read later".utf8), named: "app.note", of: .tab(tab))
  /// let note = try store[tab, "app.note"]
  /// ```
  ///
  /// This is a function, because an assignment in Swift cannot throw.
  ///
  /// - Parameters:
  ///   - bytes: The value, such as the bytes of a `Data`. At most 64 KiB.
  ///   - name: The name, which consists of two or more parts separated by dots, such as `app.note`
  ///     (`CustomValue.isName(_:)`).
  ///   - owner: The tab, window or group, or the profile.
  ///   - origin: The author of the change.
  /// - Throws: `Refusal` as for `Action.setValue(_:_:_:)`, and the errors of `Store.perform(_:)`.
  public func setValue(
    _ bytes: (some Sequence<UInt8>)?, named name: String, of owner: ValueOwner,
    by origin: Origin = Origin()
  ) throws {
    do {
      try perform(.setValue(owner, name, bytes.map { Array($0) }), by: origin)
    } catch let refusal as Refusal where refusal.code == .nothingToDo {
      return
    }
  }
}
