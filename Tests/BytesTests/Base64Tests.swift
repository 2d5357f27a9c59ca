import Bytes
import Testing

/// Decodes bytes that are contained in a text as Base64.
struct Base64Tests {
  @Test(
    arguments: [
      ("", []), ("TQ==", [77]), ("TWE=", [77, 97]), ("TWFu", [77, 97, 110]), ("+/8", [251, 255]),
    ] as [(String, [UInt8])])
  func textIsDecoded(text: String, bytes: [UInt8]) {
    #expect(Base64.decoded(text) == bytes)
  }

  @Test func invalidBase64IsNotDecoded() { #expect(Base64.decoded("T*Fu") == nil) }
}
