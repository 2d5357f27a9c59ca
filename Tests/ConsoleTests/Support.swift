import Foundation
import Testing

/// A named row of a table of cases.
struct Case<Input: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible {
  let name: String
  let input: Input
  let expected: Expected

  init(_ name: String, _ input: Input, _ expected: Expected) {
    self.name = name
    self.input = input
    self.expected = expected
  }

  var testDescription: String { name }
}

/// A seeded generator (Steele, Lea, Flood: "Fast splittable pseudorandom number generators").
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Text made of pieces that matter to a parser, and of any bytes.
  mutating func text(of pieces: [String], count: Int) -> String {
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

/// A fresh folder that is gone after the body.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
