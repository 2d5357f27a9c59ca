import TestSupport

@testable import Exchange

/// A browser in which a test acts like a person, and which reports its own content.
protocol ScriptedBrowser: RecordedBrowser {
  /// Its content, queried in another way than the recording does.
  func view() throws -> BrowserView

  /// Performs a random step. A step that the browser refuses does not count.
  func step(_ strip: ObservedStrip, _ pages: String, _ random: inout SplitMix64) throws

  /// Whether its profile lists an address among the tabs to restore.
  func hasKept(_ url: String) throws -> Bool
}
