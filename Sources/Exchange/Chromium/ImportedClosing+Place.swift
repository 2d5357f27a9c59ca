extension [ImportedClosing] {
  /// These, in the places that another file of the same profile gives to those tabs that it knows.
  ///
  /// Chromium writes a closed tab down twice. `Tabs_*` is what it reopens from, and does not say where
  /// a tab stood; `Session_*` does until it is written anew, and has also what was reopened since.
  ///
  /// - Complexity: O(closings of both, multiplied).
  func placed(as others: [ImportedClosing]) -> [ImportedClosing] {
    var others = others
    return map { closing in
      guard let place = others.firstIndex(where: { $0.isSameTab(as: closing) }) else {
        return closing
      }
      return others.remove(at: place)
    }
  }
}

extension ImportedClosing {
  /// Two clocks were read for one closing, one after the other.
  private static let longestDelay: Int64 = 2_000

  fileprivate func isSameTab(as other: ImportedClosing) -> Bool {
    guard case .tab(let tab, _, _) = item, case .tab(let same, _, _) = other.item else {
      return false
    }
    return tab.entries[tab.index].url == same.entries[same.index].url
      && abs(milliseconds - other.milliseconds) <= Self.longestDelay
  }
}
