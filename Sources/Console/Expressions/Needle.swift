/// A word to look for in texts, whatever its case.
struct Needle {
  private let bytes: [UInt8]
  private let text: String
  private let isASCII: Bool

  init(_ word: String) {
    text = word.lowercased()
    bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether a text has it. The empty word is in every text. O(bytes · bytes of the word) at worst.
  func isIn(_ haystack: String) -> Bool {
    guard isASCII else { return haystack.lowercased().contains(text) }
    var haystack = haystack
    return haystack.withUTF8 { isIn($0) }
  }

  private func isIn(_ haystack: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard haystack.count >= bytes.count else { return false }
    for start in 0...(haystack.count - bytes.count) where Self.folded(haystack[start]) == first {
      var length = 1
      while length < bytes.count, Self.folded(haystack[start + length]) == bytes[length] {
        length += 1
      }
      if length == bytes.count { return true }
    }
    return false
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
