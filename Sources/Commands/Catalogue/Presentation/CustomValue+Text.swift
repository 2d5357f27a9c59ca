internal import BrowserModel
internal import CommandKit

extension CustomValue {
  /// The value as the user sees it in a line: its text, or its size if it is not text.
  var shownText: SafeText {
    guard let text else { return .counted(bytes.count, "byte") }
    let limit = 60
    return text.count > limit ? SafeText(String(text.prefix(limit))) + "…" : SafeText(text)
  }
}
