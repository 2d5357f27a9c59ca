extension String {
  /// Creates a string from parts.
  ///
  /// The operators and interpolations of the standard library do the same, but they also require
  /// the code for strings in other encodings, which a small build of the core omits.
  package init(concatenating parts: String...) {
    var bytes: [UInt8] = []
    for part in parts { bytes.append(part.utf8.span.raw) }
    self = bytes.span.raw.text
  }
}
