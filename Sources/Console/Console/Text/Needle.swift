/// A word to look for in texts, whatever its case.
struct Needle {
  private let bytes: [UInt8]
  private let text: String
  private let isASCII: Bool

  init(_ word: some StringProtocol) {
    text = word.lowercased()
    bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether a text has it. The empty word is in every text. O(bytes · bytes of the word) at worst.
  func isIn(_ haystack: String) -> Bool {
    var haystack = haystack
    guard isASCII else {
      // Nearly all addresses are ASCII, and small letters of others have to be made first.
      let mayHold = haystack.withUTF8 { $0.contains { $0 >= 0x80 } }
      return mayHold && haystack.lowercased().contains(text)
    }
    return haystack.withUTF8 { isIn($0) }
  }

  private func isIn(_ haystack: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard haystack.count >= bytes.count else { return false }
    for start in 0...(haystack.count &- bytes.count)
    where Self.folded(haystack[start]) == first {
      var length = 1
      while length < bytes.count, Self.folded(haystack[start &+ length]) == bytes[length] {
        length &+= 1
      }
      if length == bytes.count { return true }
    }
    return false
  }

  @inline(__always)
  private static func folded(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}

extension [Needle] {
  /// The words of a text, which spaces part.
  init(wordsOf text: String) { self = text.split(separator: " ").map { Needle($0) } }

  /// Whether each of them is in a title or a URL.
  func areIn(_ title: String, or url: String) -> Bool {
    allSatisfy { $0.isIn(url) || $0.isIn(title) }
  }
}
