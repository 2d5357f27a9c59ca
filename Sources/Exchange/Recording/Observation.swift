internal import BrowserModel
internal import Notation

/// The result of a look at the browser.
package struct Observation {
  package var strip: ObservedStrip
  /// The histories of the tabs that may have changed since the last look.
  package var histories: [Int64: ObservedHistory] = [:]
  /// Tabs whose page was reloaded.
  package var reloaded: Set<Int64> = []
  /// Tabs whose page failed to load.
  package var failed: Set<Int64> = []
  /// The zoom of the tabs whose zoom may have changed.
  package var zooms: [ObservedZoom] = []
  /// The bookmarks, or nil if the extension may not read them or they have not changed.
  package var bookmarks: ObservedBookmarks?
  /// Whether the browser, not the user, caused the differences between its bookmarks and the model.
  package var areBookmarksByEngine = false
  /// Whether missing windows count as closed by the user. A browser that is quitting also closes
  /// its windows.
  package var believesClosedWindows = true

  package init(_ strip: ObservedStrip) { self.strip = strip }
}
