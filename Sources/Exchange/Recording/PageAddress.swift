internal import BrowserModel
internal import Notation

/// Conversions of addresses between browsers and the model. Only the address of the start page
/// differs.
package enum PageAddress {
  /// The pages that Chromium and Firefox show in new tabs by default.
  private static let newTabPages: Set<String> = [
    "chrome://newtab/", "chrome://new-tab-page/", "chrome://new-tab-page-third-party/",
    "about:home", "about:newtab",
  ]

  /// Returns the address to record for an address of a browser.
  package static func recorded(_ url: String) -> String {
    if newTabPages.contains(url) { return Destination.startPage }
    return url.isEmpty ? "about:blank" : url
  }

  /// Whether two addresses are equal or differ only in their fragments.
  static func isSamePage(_ url: String, _ other: String) -> Bool {
    func page(_ url: String) -> Substring { url.prefix { $0 != "#" } }
    return page(url) == page(other)
  }

  /// Returns the address that Chromium shows for a recorded address.
  static func shown(_ url: String) -> String {
    url == Destination.startPage ? "chrome://newtab/" : url
  }
}
