internal import CLibEdit
internal import Platform

/// The character set of the process.
enum TextLocale {
  /// Whether wide characters can be typed and shown. The first use sets the locale of the
  /// process.
  ///
  /// The user's locale is used if it is UTF-8. In any other locale, libedit would drop typed
  /// characters, so only the character set becomes C.UTF-8.
  static let isUnicode: Bool = {
    unsafe setlocale(LC_ALL, "")
    // Programs also read the numbers, so they are written without the user's conventions.
    unsafe setlocale(LC_NUMERIC, "C")
    if !characterSetIsUnicode { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
    return characterSetIsUnicode
  }()

  /// Whether the locale's characters are UTF-8.
  private static var characterSetIsUnicode: Bool {
    guard let name = unsafe nl_langinfo(nl_item(CODESET)) else { return false }
    return unsafe String(cString: name) == "UTF-8"
  }
}
