internal import CLibEdit
internal import Glibc

enum WideText {
  /// `text` as C wide characters with a final NUL, without NULs inside.
  static func of(_ text: String) -> [wchar_t] {
    text.unicodeScalars.lazy.filter { $0.value != 0 }.map { wchar_t($0.value) } + [0]
  }
}

/// Wide characters that stay in place while C looks at them.
@safe final class WideBuffer {
  private(set) var start = UnsafeMutablePointer<wchar_t>.allocate(capacity: 1)

  init() {
    unsafe start.initialize(to: 0)
  }

  deinit {
    unsafe start.deallocate()
  }

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

/// Turns typed bytes into characters, one byte at a time.
///
/// Bytes that are not UTF-8 are dropped, and so are C1 controls: no key sends them, and the editor
/// uses them for itself.
struct ByteDecoder {
  private var pending: [UInt8] = []

  /// The character that `byte` completes; nil when more are needed or the bytes were wrong.
  mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    if UTF8.isContinuation(byte) {
      guard !pending.isEmpty else { return nil }
    } else {
      // A character that was left unfinished is lost; this byte begins the next one.
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

/// Counts the terminal columns that text takes up.
package enum DisplayWidth {
  /// The columns of one scalar: 0 for combining and control characters, 2 for wide ones.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F ? 1 : 0 }
    _ = TextLocale.isUnicode
    return max(0, Int(edit_width(wchar_t(scalar.value))))
  }

  /// The columns of `text`, in which escape sequences take up none. O(length).
  package static func of(_ text: some StringProtocol) -> Int {
    StyledText.pieces(of: text).reduce(0) { total, piece in
      guard case .visible(let scalar) = piece else { return total }
      return total + of(scalar)
    }
  }

  /// The longest prefix of `text` that fits into `columns`; text that is cut ends in `…`.
  ///
  /// `text` holds no escape sequences. O(length).
  package static func clip(_ text: String, columns: Int) -> String {
    guard of(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var kept = String.UnicodeScalarView()
    var width = 0
    for scalar in text.unicodeScalars {
      width += of(scalar)
      if width > columns - 1 { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }
}
