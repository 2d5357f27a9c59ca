internal import Platform

/// The keys that begin with an escape and that `.editrc` may bind, determined by searching the text
/// of the file.
struct BoundSequences {
  /// The contents of `.editrc`, in which each notation of the escape character is replaced by that
  /// character.
  private let text: [UInt8]

  /// - Parameter text: The contents of `.editrc`.
  init(_ text: [UInt8]) {
    let notations = ["\\e", "\\E", "^[", "\\033"].map { Array($0.utf8) }
    var plain: [UInt8] = []
    var rest = text[...]
    while let byte = rest.first {
      let notation = notations.first { rest.starts(with: $0) }
      plain.append(notation == nil ? byte : 0x1B)
      rest = rest.dropFirst(notation?.count ?? 1)
    }
    self.text = plain
  }

  /// Reads the file that libedit reads. This is the file specified by `EDITRC`, or `.editrc` in the
  /// home directory.
  static func ofUser() -> BoundSequences {
    let home = ProcessContext.variable("HOME").map { "\($0)/.editrc" }
    guard let path = ProcessContext.variable("EDITRC") ?? home,
      let bytes = LineFile.read(path, atMost: 1 << 16)
    else { return BoundSequences([]) }
    return BoundSequences(bytes)
  }

  /// Whether `.editrc` may bind a key.
  func contains(_ sequence: EscapeSequence) -> Bool {
    guard sequence.text.count > 1 else { return false }
    let wanted = [0x1B] + Array(String(String.UnicodeScalarView(sequence.text)).utf8)
    return text.indices.contains { text[$0...].starts(with: wanted) }
  }
}
