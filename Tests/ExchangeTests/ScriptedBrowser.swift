import TestSupport

@testable import Exchange

/// A browser in which a test does what a person would, and that says by itself what it shows.
protocol ScriptedBrowser: RecordedBrowser {
  /// What it shows, asked in another way than the recording asks.
  func view() throws -> BrowserView

  /// Performs a random step. A step that the browser refuses does not count.
  func step(_ strip: ObservedStrip, _ pages: String, _ random: inout SplitMix64) throws

  /// Whether its profile has an address among the tabs that it would open again.
  func hasKept(_ url: String) throws -> Bool
}
