internal import Glibc

/// The character set of the process.
enum TextLocale {
  /// Whether wide characters can be typed and shown; asking for the first time sets the locale.
  ///
  /// The user's locale is kept where it is UTF-8. In any other one libedit would drop typed
  /// characters, so the character set alone becomes C.UTF-8.
  static let isUnicode: Bool = {
    unsafe setlocale(LC_ALL, "")
    // Numbers are read and written by programs as well as by people.
    unsafe setlocale(LC_NUMERIC, "C")
    if !characterSetIsUnicode { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
    return characterSetIsUnicode
  }()

  private static var characterSetIsUnicode: Bool {
    guard let name = unsafe nl_langinfo(nl_item(CODESET)) else { return false }
    return unsafe String(cString: name) == "UTF-8"
  }
}
