internal import CLibEdit
internal import Platform

/// Wide characters at an address that stays valid until the text is set again.
@safe final class WideBuffer {
  /// The address of the first character. The text is terminated by a NUL.
  private(set) var start = UnsafeMutablePointer<wchar_t>.allocate(capacity: 1)

  init() {
    unsafe start.initialize(to: 0)
  }

  deinit {
    unsafe start.deallocate()
  }

  /// The text in the buffer.
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
