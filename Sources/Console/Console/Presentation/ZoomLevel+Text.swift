internal import BrowserModel

extension ZoomLevel {
  /// As a person reads it: `125 %`, `33.3 %`.
  var percentText: String {
    let whole = hundredths / 100
    let tenths = (hundredths % 100) / 10
    return tenths == 0 ? "\(whole) %" : "\(whole).\(tenths) %"
  }
}
