/// A browser that can be recorded, and that can replay sessions. Its raw value is also the usual name of its program.
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
