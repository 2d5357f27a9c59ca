public import BrowserModel

extension ProfileState {
  /// The violated invariants of both parts.
  public func brokenInvariants() -> [String] {
    browser.brokenInvariants() + library.brokenInvariants()
  }
}
