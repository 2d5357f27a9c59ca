import TestSupport
import Testing

@testable import Addresses

/// Code that processes blocks of 16 bytes has the same result as code that processes single bytes.
@Suite struct BlockTests {
  private static let sets: [ByteSet] = [
    .control, .fragment, .query, .specialQuery, .path, .userinfo, .component, .form,
    .control.union("%"), .path.union("%"), .query.union("$"), .fragment.union("="),
    .path.union("/"), .forbiddenInHost, .forbiddenInDomain, ByteSet(low: 0, high: 0),
    ByteSet(low: 0, high: 1 << 0x3A),
  ]

  /// Strings of 0 to 100 plain bytes, and each of them with one other byte at each position.
  private static func forEachText(_ body: ([UInt8]) -> Void) {
    let plain = Array("abcdefghij$&()*+,-0123456789:;=ABCDEFXYZ".utf8)
    let others: [UInt8] = [
      0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x25, 0x27, 0x2E, 0x2F, 0x3C, 0x3E,
      0x3F,
      0x40, 0x5B, 0x5C, 0x5E, 0x60, 0x7A, 0x7B, 0x7D, 0x7E, 0x7F, 0x80, 0xC3, 0xFF,
    ]
    for count in 0...100 {
      let text = (0..<count).map { plain[$0 % plain.count] }
      body(text)
      // All positions in short strings; in long strings only those near the edges of blocks.
      for place in 0..<count where count <= 40 || [0, 1, 14, 15].contains(place % 16) {
        let other = others[(place + count) % others.count]
        var changed = text
        changed[place] = other
        body(changed)
      }
    }
    for byte in UInt8.min...UInt8.max {
      for place in [0, 7, 15, 16, 31, 32, 39] {
        var text = (0..<40).map { plain[$0 % plain.count] }
        text[place] = byte
        body(text)
      }
    }
  }

  @Test func `a run ends where it ends byte by byte`() {
    Self.forEachText { text in
      for set in Self.sets {
        for start in [0, 3] where start <= text.count {
          let range = start..<text.count
          let expected = range.first { set.encodes(text[$0]) } ?? text.count
          #expect(text.span.endOfRun(range, without: set) == expected, "\(text)")
        }
      }
    }
  }

  @Test func `a byte is found at its position`() {
    Self.forEachText { text in
      for byte in [UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: "#"), 0, 0xFF] {
        let range = 0..<text.count
        #expect(text.span.firstIndex(of: byte, in: range) == text.firstIndex(of: byte), "\(text)")
      }
      let hasTabs = text.contains { [0x09, 0x0A, 0x0D].contains($0) }
      #expect(text.span.hasTabOrLineEnd(in: 0..<text.count) == hasTabs, "\(text)")
    }
  }

  @Test func `a block is plain if all its bytes are`() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<Block.count {
        var text = [UInt8](repeating: UInt8(ascii: "a"), count: Block.count)
        text[place] = byte
        #expect(Block(text.span, at: 0).isPlain == (byte < 0x80 && Block.plain.contains(byte)))
        #expect(
          Block(text.span, at: 0).hasTabOrLineEnd == [0x09, 0x0A, 0x0D].contains(byte))
      }
    }
  }

  @Test func `segments are the same as in a search byte by byte`() {
    func needsWork(_ text: [UInt8], special: Bool) -> Bool {
      text.indices.contains { index in
        if special, text[index] == UInt8(ascii: "\\") { return true }
        guard index == 0 || text[index - 1] == UInt8(ascii: "/") else { return false }
        let rest = String(decoding: text[index...], as: UTF8.self).lowercased()
        return rest.hasPrefix(".") || rest.hasPrefix("%2e")
      }
    }
    for count in 0...60 {
      for place in 0...count {
        for inserted in ["", "/", "/.", "/..", "/%2e", "/%2E.", "/%2", "\\", "/a.", ".", "%2e"] {
          var text = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
          text.insert(contentsOf: Array(inserted.utf8), at: place)
          for special in [false, true] {
            #expect(
              text.span.needsSegmentWork(0..<text.count, special: special)
                == needsWork(text, special: special),
              "\(String(decoding: text, as: UTF8.self))")
          }
        }
      }
    }
  }

  @Test(arguments: 0...100)
  func `a percent sign in a file name is encoded in a path of any length`(count: Int) throws {
    let name = String(repeating: "x", count: count)
    let resolution = Typed.resolve("/tmp/\(name)%20d.txt")
    #expect(resolution.url?.href == "file:///tmp/\(name)%2520d.txt")
  }
}
