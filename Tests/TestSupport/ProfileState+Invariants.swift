public import BrowserModel

extension ProfileState {
  /// The invariants of both parts that do not hold.
  public func brokenInvariants() -> [String] {
    browser.brokenInvariants() + library.brokenInvariants()
  }
}
