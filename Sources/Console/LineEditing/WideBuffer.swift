internal import CLibEdit
internal import Platform

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
