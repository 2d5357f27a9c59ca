/// A search engine that is named by the first or the last search term. This term, the bang,
/// consists of an exclamation mark and the keyword of the engine.
struct Bang {
  /// The engine.
  let engine: SearchEngine
  /// The words without the bang.
  let words: String

  /// Finds a bang.
  ///
  /// - Returns: Nil if no engine has the keyword. The text is then sent unchanged to the default
  ///   engine, which may know the bang.
  init?(_ typed: TypedText, _ context: Typed.Context) {
    guard !context.engines.isEmpty else { return nil }
    let bytes = typed.bytes
    let first = 0..<(bytes.firstIndex { $0 <= 0x20 } ?? bytes.count)
    let last = (bytes.lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? 0)..<bytes.count
    for word in [first, last] where bytes[word.lowerBound] == UInt8(ascii: "!") {
      let keyword = bytes.span.extracting(word.lowerBound + 1..<word.upperBound)
      guard let engine = context.engine(keyword) else { continue }
      self.engine = engine
      words = TypedText(Array(bytes[..<word.lowerBound] + bytes[word.upperBound...])).words()
      return
    }
    return nil
  }
}
