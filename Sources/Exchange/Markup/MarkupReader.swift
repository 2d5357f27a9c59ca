/// Reads real-world HTML and XML token by token. Unclosed tags, unquoted values and stray brackets
/// are accepted.
///
/// The reader builds no tree, so nesting requires no memory. O(bytes).
struct MarkupReader {
  enum Token: Equatable {
    case text(String)
    case open(Tag)
    /// The name of a closing tag, in lower case.
    case close(String)
  }

  struct Tag: Equatable {
    /// The name in lower case.
    var name: String
    /// The attributes. Their names are in lower case, and entities in their values are resolved.
    var attributes: [(name: String, value: String)] = []
    /// Whether the tag ends with `/>`, so that there is no closing tag.
    var isClosed = false

    /// Returns the first value with a name, or nil if there is none.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    static func == (left: Tag, right: Tag) -> Bool {
      left.name == right.name && left.isClosed == right.isClosed
        && left.attributes.count == right.attributes.count
        && zip(left.attributes, right.attributes).allSatisfy { $0 == $1 }
    }
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Returns the next token, or nil at the end. Comments, declarations and processing instructions
  /// are skipped.
  mutating func next() -> Token? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else { return text() }
      if starts(with: "<!--") {
        skip(past: "-->")
      } else if starts(with: "<![CDATA[") {
        return characterData()
      } else if starts(with: "<!") || starts(with: "<?") {
        skip(past: ">")
      } else if starts(with: "</") {
        position += 2
        let name = name()
        skip(past: ">")
        return .close(name)
      } else if position + 1 < bytes.count, Self.isLetter(bytes[position + 1]) {
        let tag = tag()
        if ["script", "style"].contains(tag.name), !tag.isClosed { skipText(of: tag.name) }
        return .open(tag)
      } else {
        return text()
      }
    }
    return nil
  }

  // MARK: Text

  private mutating func text() -> Token {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    return .text(MarkupEntities.resolved(bytes[start..<position]))
  }

  /// Skips the text of an element whose content is not markup, such as a script.
  private mutating func skipText(of name: String) {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<"), starts(with: "</"),
        bytes[(position + 2)...].prefix(name.utf8.count).map(Self.lowercased)
          .elementsEqual(name.utf8)
      {
        return
      }
      position += 1
    }
  }

  private mutating func characterData() -> Token {
    position += 9
    let start = position
    skip(past: "]]>")
    let end = position == bytes.count && !ends(with: "]]>") ? position : position - 3
    return .text(String(decoding: bytes[start..<max(end, start)], as: UTF8.self))
  }

  // MARK: Tags

  private mutating func tag() -> Tag {
    position += 1
    var tag = Tag(name: name())
    while true {
      skipSpace()
      guard position < bytes.count else { return tag }
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return tag
      case UInt8(ascii: "<"): return tag
      case UInt8(ascii: "/"):
        position += 1
        tag.isClosed = position < bytes.count && bytes[position] == UInt8(ascii: ">")
      case UInt8(ascii: "="): position += 1
      default: tag.attributes.append(attribute())
      }
    }
  }

  private mutating func attribute() -> (name: String, value: String) {
    let name = name()
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return (name, "") }
    position += 1
    skipSpace()
    return (name, value())
  }

  private mutating func value() -> String {
    guard position < bytes.count else { return "" }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = position
      while position < bytes.count, !Self.isSpace(bytes[position]),
        bytes[position] != UInt8(ascii: ">")
      { position += 1 }
      return MarkupEntities.resolved(bytes[start..<position], isValue: true)
    }
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != quote { position += 1 }
    defer { position = min(position + 1, bytes.count) }
    return MarkupEntities.resolved(bytes[start..<position], isValue: true)
  }

  /// Reads a name. Reads at least one byte, so that the reader always makes progress.
  private mutating func name() -> String {
    let start = position
    while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
    if position == start, position < bytes.count, bytes[position] != UInt8(ascii: ">") {
      position += 1
    }
    return String(decoding: bytes[start..<position].map(Self.lowercased), as: UTF8.self)
  }

  // MARK: Bytes

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private func starts(with word: StaticString) -> Bool {
    word.stands(in: bytes, at: position)
  }

  private func ends(with word: StaticString) -> Bool {
    word.stands(in: bytes, at: position - word.utf8CodeUnitCount)
  }

  private mutating func skip(past word: StaticString) {
    while position < bytes.count {
      if starts(with: word) {
        position += word.utf8CodeUnitCount
        return
      }
      position += 1
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0D ~= byte
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "<")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    lowercased(byte) >= UInt8(ascii: "a") && lowercased(byte) <= UInt8(ascii: "z")
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte + 0x20 : byte
  }
}
