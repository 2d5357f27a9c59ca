internal import CLibEdit
internal import Platform

/// Text as C wide characters.
enum WideText {
  /// Returns a text as wide characters with a NUL at the end. NULs inside the text are dropped.
  static func of(_ text: String) -> [wchar_t] {
    text.unicodeScalars.lazy.filter { $0.value != 0 }.map { wchar_t($0.value) } + [0]
  }
}
