import Testing

@testable import LineEditing

struct ByteDecoderTests {
  private func decode(_ bytes: [UInt8]) -> String {
    var decoder = ByteDecoder()
    return String(String.UnicodeScalarView(bytes.compactMap { decoder.decode($0) }))
  }

  @Test(arguments: ["abc", "é", "日本", "👩‍🚀", "e\u{301}", "\u{10FFFF}"])
  func `text is decoded unchanged`(text: String) {
    #expect(decode(Array(text.utf8)) == text)
  }

  @Test(arguments: [
    ([0xFF, 0x61], "a"), ([0xC3, 0x61], "a"), ([0x80, 0x61], "a"), ([0xE6, 0x97, 0x0D], "\r"),
    ([0xC0, 0x80, 0x61], "a"), ([0xED, 0xA0, 0x80, 0x61], "a"), ([0xF5, 0x61], "a"),
    ([0xE6, 0xC3, 0xA9], "é"), ([0xC2, 0x90, 0x61], "a"),
  ])
  func `only invalid bytes are dropped`(bytes: [UInt8], text: String) {
    #expect(decode(bytes) == text)
  }
}
