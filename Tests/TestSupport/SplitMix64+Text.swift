extension SplitMix64 {
  /// Returns text made of pieces that matter to a parser, and of arbitrary bytes.
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
