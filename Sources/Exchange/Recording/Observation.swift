internal import BrowserModel
internal import Notation

/// What a look at the browser showed.
struct Observation {
  var strip: ObservedStrip
  /// The histories of the tabs that may have changed since the last look.
  var histories: [Int64: ObservedHistory] = [:]
  /// Tabs whose page was asked for again.
  var reloaded: Set<Int64> = []
  /// Tabs whose page cannot be shown.
  var failed: Set<Int64> = []
  /// Whether windows that are gone were closed by themselves: a browser that ends closes them, too.
  var believesClosedWindows = true
}
