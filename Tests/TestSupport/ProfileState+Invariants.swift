public import BrowserModel

extension ProfileState {
  /// Returns the invariants of both parts that do not hold.
  public func brokenInvariants() -> [String] {
    browser.brokenInvariants() + library.brokenInvariants()
  }
}
