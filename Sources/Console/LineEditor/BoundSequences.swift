internal import Platform

/// The keys beginning with an escape that `.editrc` binds, as far as its text shows.
struct BoundSequences {
  private let text: String

  /// - Parameter text: The contents of `.editrc`.
  init(_ text: String) {
    var plain = text
    for escape in ["\\e", "\\E", "^[", "\\033"] { plain.replace(escape, with: "\u{1B}") }
    self.text = plain
  }

  /// Reads the file that libedit reads: that of `EDITRC`, or `.editrc` in the home directory.
  static func ofUser() -> BoundSequences {
    let home = ProcessContext.variable("HOME").map { "\($0)/.editrc" }
    guard let path = ProcessContext.variable("EDITRC") ?? home,
      let bytes = LineFile.read(path, atMost: 1 << 16)
    else { return BoundSequences("") }
    return BoundSequences(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a key may be bound there.
  func contains(_ sequence: EscapeSequence) -> Bool {
    sequence.text.count > 1
      && text.contains("\u{1B}" + String(String.UnicodeScalarView(sequence.text)))
  }
}
