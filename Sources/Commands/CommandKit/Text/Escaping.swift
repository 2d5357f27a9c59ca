internal import Notation

/// The state of reading an emoji that consists of several emoji. For example, 👩‍🚀 consists of a
/// woman, a joiner and a rocket.
private struct EmojiSequence {
  private var hasBase = false
  private var joiners = 0
  /// The maximum number of joiners. No emoji in use has more joiners, but a hostile text might.
  private static let maximumJoiners = 3

  /// Reads the next character, and returns whether the character is a joiner between two emoji (UAX
  /// #29, GB11).
  mutating func takes(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if scalar.isEmojiJoiner {
      let isInside =
        hasBase && joiners < Self.maximumJoiners && next.map(\.isEmojiBase) ?? false
      joiners = isInside ? joiners + 1 : 0
      hasBase = false
      return isInside
    }
    if scalar.isEmojiBase {
      if hasBase { joiners = 0 }
      hasBase = true
    } else if !scalar.isEmojiPart {
      (hasBase, joiners) = (false, 0)
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether this is U+200D, which joins two emoji into one.
  var isEmojiJoiner: Bool { value == 0x200d }

  /// Whether an emoji can begin with the character. Digits do not count, because they are not emoji
  /// by themselves.
  fileprivate var isEmojiBase: Bool {
    value > 0xff && properties.isEmoji && !properties.isEmojiModifier
  }

  /// Whether the character modifies the emoji before it.
  fileprivate var isEmojiPart: Bool { value == 0xfe0f || properties.isEmojiModifier }
}

/// Conversion of raw text to safe text.
enum Escaping {
  // Real scripts stack four or five marks; more is an attack on the line above.
  private static let marksOnOneLetter = 8

  static func escaped(_ raw: some StringProtocol) -> String {
    if raw.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return String(raw) }
    var text = String.UnicodeScalarView()
    var marks: Int?
    var emoji = EmojiSequence()
    let scalars = raw.unicodeScalars
    for place in scalars.indices {
      let scalar = scalars[place]
      let next = scalars.index(after: place)
      let isJoiner = emoji.takes(scalar, before: next < scalars.endIndex ? scalars[next] : nil)
      if isJoiner {
        text.append(scalar)
      } else if scalar.isInvisible {
        text.append(contentsOf: escape(scalar).unicodeScalars)
        marks = nil
      } else if scalar.isMark {
        append(mark: scalar, to: &text, marks: &marks)
      } else {
        text.append(scalar)
        marks = 0
      }
    }
    return String(text)
  }

  private static func append(
    mark: Unicode.Scalar, to text: inout String.UnicodeScalarView, marks: inout Int?
  ) {
    if marks == nil { text.append("\u{25cc}") }
    let count = (marks ?? 0) + 1
    marks = count
    if count <= marksOnOneLetter {
      text.append(mark)
    } else if count == marksOnOneLetter + 1 {
      text.append("…")
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    default: #"\u{"# + String(scalar.value, radix: 16) + "}"
    }
  }
}
