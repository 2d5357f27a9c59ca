import Testing

@testable import Exchange

/// Bytes in a text are decoded unchanged.
struct Base64Tests {
  @Test(
    arguments: [
      ("", []), ("TQ==", [77]), ("TWE=", [77, 97]), ("TWFu", [77, 97, 110]), ("+/8", [251, 255]),
    ] as [(String, [UInt8])])
  func textIsDecoded(text: String, bytes: [UInt8]) {
    #expect(Base64.decoded(text) == bytes)
  }

  @Test func whatIsNoBase64GivesNothing() { #expect(Base64.decoded("T*Fu") == nil) }
}
