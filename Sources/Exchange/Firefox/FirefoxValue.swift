internal import BrowserModel
internal import Notation

/// Data of Firefox that the model does not interpret. It is stored as custom values and is written
/// again by an export to Firefox.
package enum FirefoxValue: String, CaseIterable {
  /// The number of the container of a tab.
  case userContextId = "firefox.userContextId"
  /// Whether an extension has hidden a tab: `true`.
  case hidden = "firefox.hidden"
  /// The data that extensions stored with a tab or a window, as a JSON object.
  case extData = "firefox.extData"

  /// Whether a custom value with this name is data of Firefox.
  static func isOne(_ name: String) -> Bool { FirefoxValue(rawValue: name) != nil }
}

extension [String: String] {
  /// The value with a name.
  subscript(name: FirefoxValue) -> String? { self[name.rawValue] }

  /// Adds data of Firefox. Returns false if the data is too long to store.
  mutating func store(_ json: JSON, as name: FirefoxValue) -> Bool {
    let text = String(decoding: json.bytes, as: UTF8.self)
    guard text.utf8.count <= ValueTable.largestValue else { return false }
    self[name.rawValue] = text
    return true
  }
}
