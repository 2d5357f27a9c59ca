package import BrowserModel

extension ZoomLevel {
  /// As WebExtensions have it: 1.25 is 125 %.
  package var factor: Double { Double(hundredths) / 10_000 }
}
