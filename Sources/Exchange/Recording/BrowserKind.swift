internal import Platform

/// A browser that can be recorded, and show what was.
package enum BrowserKind: String, CaseIterable, Sendable {
  case chromium, firefox

  /// What people call it.
  package var name: String {
    switch self {
    case .chromium: "Chromium"
    case .firefox: "Firefox"
    }
  }

  /// The program that is looked for on PATH.
  var program: String { rawValue }
}
