extension SplitMix64 {
  /// A text of pieces with a meaning to a parser, and of random bytes.
  public mutating func text(of pieces: [String], count: Int) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...count, using: &self) {
      if Int.random(in: 0..<8, using: &self) == 0 {
        let bytes = (0..<3).map { _ in UInt8.random(in: .min ... .max, using: &self) }
        text += String(decoding: bytes, as: UTF8.self)
      } else {
        text += pieces.randomElement(using: &self) ?? ""
      }
    }
    return text
  }
}
