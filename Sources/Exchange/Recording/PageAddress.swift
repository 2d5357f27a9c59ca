internal import BrowserModel
internal import Notation

/// Addresses in browsers' words and in those of the model. They differ for the start page alone.
enum PageAddress {
  /// What Chromium and Firefox open where nothing else was asked for.
  private static let newTabPages: Set<String> = [
    "chrome://newtab/", "chrome://new-tab-page/", "chrome://new-tab-page-third-party/",
    "about:home", "about:newtab",
  ]

  /// What is recorded for an address of a browser.
  static func recorded(_ url: String) -> String {
    if newTabPages.contains(url) { return Destination.startPage }
    return url.isEmpty ? "about:blank" : url
  }

  /// Whether two addresses differ in their fragments at most.
  static func isSamePage(_ url: String, _ other: String) -> Bool {
    func page(_ url: String) -> Substring { url.prefix { $0 != "#" } }
    return page(url) == page(other)
  }

  /// What Chromium shows for a recorded address.
  static func shown(_ url: String) -> String {
    url == Destination.startPage ? "chrome://newtab/" : url
  }
}
