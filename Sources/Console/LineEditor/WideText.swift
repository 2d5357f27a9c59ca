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
