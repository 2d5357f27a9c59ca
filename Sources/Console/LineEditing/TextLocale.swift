internal import CLibEdit
internal import Platform

/// The character set of the process.
enum TextLocale {
  /// Whether the user can type wide characters and the terminal can show them. The first use of
  /// this property sets the locale of the process.
  ///
  /// The user's locale is used if its character set is UTF-8. In any other locale, libedit would
  /// drop typed characters, so only the character set is changed to C.UTF-8.
  static let isUnicode: Bool = {
    unsafe setlocale(LC_ALL, "")
    // Other programs read the numbers too, so they are written in the C locale.
    unsafe setlocale(LC_NUMERIC, "C")
    if !characterSetIsUnicode { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
    return characterSetIsUnicode
  }()

  /// Whether the character set of the locale is UTF-8.
  private static var characterSetIsUnicode: Bool {
    guard let name = unsafe nl_langinfo(nl_item(CODESET)) else { return false }
    return unsafe String(cString: name) == "UTF-8"
  }
}
