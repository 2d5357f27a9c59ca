internal import BrowserModel
internal import Notation

/// The result of a look at the browser.
struct Observation {
  var strip: ObservedStrip
  /// The histories of the tabs that may have changed since the last look.
  var histories: [Int64: ObservedHistory] = [:]
  /// Tabs whose page was reloaded.
  var reloaded: Set<Int64> = []
  /// Tabs whose page failed to load.
  var failed: Set<Int64> = []
  /// Whether missing windows were closed by the user. A browser that ends also closes them.
  var believesClosedWindows = true
}
