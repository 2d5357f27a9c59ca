internal import CLibEdit
internal import Glibc

/// Text as C wide characters.
enum WideText {
  /// Returns a text as wide characters with a final NUL. NULs inside of it are dropped.
  static func of(_ text: String) -> [wchar_t] {
    text.unicodeScalars.lazy.filter { $0.value != 0 }.map { wchar_t($0.value) } + [0]
  }
}

/// Wide characters at an address that stays valid until the text is set again.
@safe final class WideBuffer {
  /// The first character; a NUL is the last.
  private(set) var start = UnsafeMutablePointer<wchar_t>.allocate(capacity: 1)

  init() {
    unsafe start.initialize(to: 0)
  }

  deinit {
    unsafe start.deallocate()
  }

  /// The text that the buffer holds.
  var text = "" {
    didSet {
      let wide = WideText.of(text)
      unsafe start.deallocate()
      unsafe start = .allocate(capacity: wide.count)
      for (index, character) in wide.enumerated() {
        unsafe (start + index).initialize(to: character)
      }
    }
  }
}

/// Makes characters of typed bytes (UTF-8), one byte at a time.
///
/// Bytes that are not UTF-8 are dropped, and so are C1 controls: no key sends them, and the
/// editor uses one for itself.
struct ByteDecoder {
  /// The bytes of a character that is not complete.
  private var pending: [UInt8] = []

  /// Returns the character that a byte completes; nil when more are needed, or the bytes were
  /// wrong.
  mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    if UTF8.isContinuation(byte) {
      guard !pending.isEmpty else { return nil }
    } else {
      // An unfinished character is dropped, and this byte begins the next one.
      pending.removeAll(keepingCapacity: true)
    }
    pending.append(byte)
    guard let length = Self.length(of: pending[0]) else {
      pending.removeAll(keepingCapacity: true)
      return nil
    }
    guard pending.count == length else { return nil }
    defer { pending.removeAll(keepingCapacity: true) }
    let scalar = String(validating: pending, as: UTF8.self)?.unicodeScalars.first
    return scalar.flatMap { (0x80...0x9F).contains($0.value) ? nil : $0 }
  }

  /// The bytes of a character by its first one; nil when no character begins so.
  private static func length(of lead: UInt8) -> Int? {
    switch lead {
    case 0x00...0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }
}

/// The character set of the process.
enum TextLocale {
  /// Whether wide characters can be typed and shown. The first use sets the locale of the
  /// process.
  ///
  /// The user's locale is used if it is UTF-8. In any other libedit would drop typed characters,
  /// so the character set alone becomes C.UTF-8.
  static let isUnicode: Bool = {
    unsafe setlocale(LC_ALL, "")
    // Programs read the numbers, too, so they are written without the user's conventions.
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

/// Counts the columns that text takes on a terminal.
package enum DisplayWidth {
  /// Returns the columns of one scalar: 0 for combining and control characters, 2 for wide ones.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F ? 1 : 0 }
    _ = TextLocale.isUnicode
    return max(0, Int(edit_width(wchar_t(scalar.value))))
  }

  /// Returns the columns of a text. Escape sequences take none.
  ///
  /// - Complexity: O(length).
  package static func of(_ text: some StringProtocol) -> Int {
    StyledText.pieces(of: text).reduce(0) { total, piece in
      guard case .visible(let scalar) = piece else { return total }
      return total + of(scalar)
    }
  }

  /// Returns the longest beginning of a text that fits into some columns; a text that is cut ends
  /// in a mark.
  ///
  /// - Parameters:
  ///   - text: A text without escape sequences.
  ///   - columns: The room; 0 gives an empty text.
  /// - Complexity: O(length).
  package static func clip(
    _ text: String, columns: Int, mark: Unicode.Scalar = "…"
  ) -> String {
    guard of(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var kept = String.UnicodeScalarView()
    var width = 0
    for scalar in text.unicodeScalars {
      width += of(scalar)
      if width > columns - 1 { break }
      kept.append(scalar)
    }
    kept.append(mark)
    return String(kept)
  }
}
