/// A browser that can be recorded and can replay sessions. The raw value is also the usual name of
/// the browser's program.
package enum BrowserKind: String, CaseIterable, Sendable {
  case chromium, firefox

  /// The name for display.
  package var name: String {
    switch self {
    case .chromium: "Chromium"
    case .firefox: "Firefox"
    }
  }
}
