internal import Platform

/// A browser that can be recorded, and that can replay sessions.
package enum BrowserKind: String, CaseIterable, Sendable {
  case chromium, firefox

  /// The name for display.
  package var name: String {
    switch self {
    case .chromium: "Chromium"
    case .firefox: "Firefox"
    }
  }

  /// The program to search for on PATH.
  var program: String { rawValue }
}
