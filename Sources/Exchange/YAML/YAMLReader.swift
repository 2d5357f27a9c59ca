internal import Notation

/// Reads YAML data files as JSON values. Mappings, sequences, all styles of scalars, and lists in
/// brackets are supported. Anchors and merge keys are not supported.
///
/// The nesting depth and the number of lines of a quoted string are limited. O(bytes).
struct YAMLReader {
  /// The maximum nesting depth.
  static let deepest = 64

  /// The maximum number of lines of a quoted string or a list in brackets. The number is limited,
  /// because all lines of the string or list are read again after each additional line.
  private static let maximumLines = 1_000

  private struct Line {
    var indent: Int
    /// The line without indentation and trailing spaces.
    var content: Substring
    var number: Int
  }

  /// The remaining lines in reverse order, without empty lines and comments.
  private var lines: [Line] = []
  private var lastNumber = 1
  /// The name of the document in messages.
  private let name: String

  /// Parses a document.
  ///
  /// - Parameter name: The name of the document in messages.
  static func parse(_ bytes: [UInt8], named name: String) throws -> JSON {
    var reader = YAMLReader(bytes, named: name)
    guard let first = reader.lines.last else { return .null }
    let value = try reader.block(first.indent, 0)
    if let line = reader.lines.last { throw reader.damage(inLine: line.number) }
    return value
  }

  private init(_ bytes: [UInt8], named name: String) {
    self.name = name
    let text = String(decoding: bytes, as: UTF8.self)
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let content = line.drop { $0 == " " }
      let end = content.lastIndex { !$0.isWhitespace }
      guard let end, content.first != "#", content != "---", !line.hasPrefix("%") else { continue }
      lines.append(
        Line(
          indent: line.utf8.count - content.utf8.count, content: content[...end], number: number))
    }
    lines.reverse()
  }

  private func damage(inLine number: Int) -> ExchangeError {
    ExchangeError(
      .importFailed, "“\(name)” is damaged: line \(number) cannot be parsed.")
  }

  private mutating func next() -> Line? {
    let line = lines.popLast()
    if let line { lastNumber = line.number }
    return line
  }

  // MARK: Blocks

  /// Reads the node whose lines are indented by at least a number of columns.
  private mutating func block(_ indent: Int, _ depth: Int) throws -> JSON {
    guard depth < Self.deepest, let line = lines.last, line.indent >= indent else {
      throw damage(inLine: lines.last?.number ?? lastNumber)
    }
    if Self.isItem(line.content) { return try sequence(line.indent, depth) }
    if Self.key(line.content) != nil { return try mapping(line.indent, depth) }
    _ = next()
    return try scalar(line.content, above: line.indent - 1, depth)
  }

  private static func isItem(_ content: Substring) -> Bool {
    content == "-" || content.hasPrefix("- ")
  }

  private mutating func sequence(_ indent: Int, _ depth: Int) throws -> JSON {
    var elements: [JSON] = []
    while let line = lines.last, line.indent == indent, Self.isItem(line.content) {
      let rest = line.content.dropFirst().drop { $0 == " " }
      _ = next()
      if rest.isEmpty {
        let isInner = (lines.last?.indent ?? 0) > indent
        elements.append(isInner ? try block(indent + 1, depth + 1) : .null)
        continue
      }
      // The text after the marker is the first line of an inner block with a larger indentation.
      let inner = indent + line.content.utf8.count - rest.utf8.count
      if Self.isItem(rest) || Self.key(rest) != nil {
        lines.append(Line(indent: inner, content: rest, number: line.number))
        elements.append(try block(inner, depth + 1))
      } else {
        elements.append(try scalar(rest, above: indent, depth))
      }
    }
    return .array(elements)
  }

  private mutating func mapping(_ indent: Int, _ depth: Int) throws -> JSON {
    var members: [(name: String, value: JSON)] = []
    while let line = lines.last, line.indent == indent, let (key, rest) = Self.key(line.content) {
      _ = next()
      members.append((key, try value(rest, indent, depth)))
    }
    return .object(members)
  }

  /// Reads the value of a key, which is on the same line or in the lines below.
  private mutating func value(
    _ rest: Substring, _ indent: Int, _ depth: Int
  ) throws -> JSON {
    let content = Self.withoutTag(rest)
    guard content.isEmpty else { return try scalar(content, above: indent, depth) }
    guard let line = lines.last else { return .null }
    if line.indent > indent { return try block(indent + 1, depth + 1) }
    let isSequence = line.indent == indent && Self.isItem(line.content)
    return isSequence ? try sequence(indent, depth + 1) : .null
  }

  /// Removes a tag such as `!!binary` before a value.
  private static func withoutTag(_ content: Substring) -> Substring {
    var rest = content
    while rest.first == "!" || rest.first == "&" {
      rest = rest.drop { $0 != " " }.drop { $0 == " " }
    }
    return rest
  }

  /// Returns the key at the beginning of a line and the text after it, or nil if the line has no
  /// key.
  private static func key(_ content: Substring) -> (key: String, rest: Substring)? {
    if let quote = content.first, quote == "\"" || quote == "'" {
      guard let (text, rest) = quoted(content, quote), rest.first == ":" else { return nil }
      let value = rest.dropFirst()
      return value.isEmpty || value.first == " " ? (text, value.drop { $0 == " " }) : nil
    }
    guard let first = content.first, !"[{|>".contains(first) else { return nil }
    var place = content.startIndex
    while let colon = content[place...].firstIndex(of: ":") {
      let after = content.index(after: colon)
      if after == content.endIndex || content[after] == " " {
        return (String(content[..<colon]), content[after...].drop { $0 == " " })
      }
      place = after
    }
    return nil
  }

  // MARK: Scalars

  /// Reads a scalar that begins on a line. It may continue on lines with a larger indentation.
  private mutating func scalar(
    _ content: Substring, above indent: Int, _ depth: Int
  ) throws -> JSON {
    let start = Self.withoutTag(content)
    switch start.first {
    case "|", ">":
      return .string(continued("", above: indent, by: start.first == "|" ? "\n" : " "))
    case "\"", "'":
      guard let quote = start.first else { return .null }
      var text = start
      var count = 0
      while Self.quoted(text, quote) == nil {
        count += 1
        guard count < Self.maximumLines, let line = next() else { throw damage(inLine: lastNumber) }
        // If the end of a line is escaped, the next line is joined without a space.
        let isJoined = quote == "\"" && text.last == "\\"
        text = (isJoined ? text.dropLast() : text + " ") + line.content
      }
      return .string(Self.quoted(text, quote)?.text ?? "")
    case "{", "[":
      var text = start
      var count = 0
      while true {
        count += 1
        var flow = FlowReader(text)
        if let value = flow.value(depth) { return value }
        guard flow.isCut, count < Self.maximumLines, let line = next() else {
          throw damage(inLine: lastNumber)
        }
        text += " " + line.content
      }
    default:
      return Self.plain(continued(String(start), above: indent, by: " "))
    }
  }

  /// Returns a text joined with the lines after it that have a larger indentation.
  private mutating func continued(
    _ start: String, above indent: Int, by separator: String
  ) -> String {
    var text = start
    while let line = lines.last, line.indent > indent {
      _ = next()
      text += (text.isEmpty ? "" : separator) + line.content
    }
    return text
  }

  /// Returns the text between quotes and the text after it, or nil if the quotes are not closed.
  private static func quoted(
    _ content: Substring, _ quote: Character
  ) -> (text: String, rest: Substring)? {
    var text = ""
    var rest = content.dropFirst()
    while let sign = rest.popFirst() {
      if sign == quote {
        guard quote == "'", rest.first == "'" else { return (text, rest) }
        rest.removeFirst()
        text.append("'")
      } else if sign == "\\", quote == "\"" {
        guard let escaped = rest.popFirst() else { return nil }
        text.append(unescaped(escaped, &rest))
      } else {
        text.append(sign)
      }
    }
    return nil
  }

  private static func unescaped(_ sign: Character, _ rest: inout Substring) -> Character {
    switch sign {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "e": return "\u{1B}"
    case "N": return "\u{85}"
    case "_": return "\u{A0}"
    case "L": return "\u{2028}"
    case "P": return "\u{2029}"
    case "x", "u", "U":
      let count = sign == "x" ? 2 : sign == "u" ? 4 : 8
      let digits = rest.prefix(count)
      guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
        return "\u{FFFD}"
      }
      rest = rest.dropFirst(count)
      return Character(scalar)
    default: return sign
    }
  }

  /// Returns the value of a scalar without quotes.
  private static func plain(_ text: String) -> JSON {
    switch text {
    case "", "~", "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    if let integer = Int64(text) { return .integer(integer) }
    let isNumber = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || "+-.eE".utf8.contains($0) }
    return isNumber ? Double(text).map(JSON.number) ?? .string(text) : .string(text)
  }

  // MARK: Lists in brackets

  /// Reads a list in brackets or a mapping in braces from one line.
  private struct FlowReader {
    private var rest: Substring
    /// Whether the text ended before the list was closed.
    private(set) var isCut = false

    init(_ text: Substring) { rest = text }

    /// Reads a value. Returns nil if the value is not closed or is invalid.
    mutating func value(_ depth: Int) -> JSON? {
      skipBlanks()
      guard depth < YAMLReader.deepest else { return nil }
      switch rest.first {
      case "{":
        rest.removeFirst()
        return mapping(depth + 1)
      case "[":
        rest.removeFirst()
        return sequence(depth + 1)
      case "\"", "'":
        guard let quote = rest.first, let (text, after) = YAMLReader.quoted(rest, quote) else {
          isCut = true
          return nil
        }
        rest = after
        return .string(text)
      case nil:
        isCut = true
        return nil
      default:
        let text = rest.prefix { !",]}".contains($0) }
        rest = rest[text.endIndex...]
        return YAMLReader.plain(text.trimmed)
      }
    }

    private mutating func skipBlanks() { rest = rest.drop { $0.isWhitespace } }

    private mutating func ends(with sign: Character) -> Bool {
      skipBlanks()
      guard rest.first == sign else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func sequence(_ depth: Int) -> JSON? {
      var elements: [JSON] = []
      while !ends(with: "]") {
        guard let element = value(depth) else { return nil }
        elements.append(element)
        guard ends(with: ",") || rest.first == "]" || rest.isEmpty else { return nil }
      }
      return .array(elements)
    }

    private mutating func mapping(_ depth: Int) -> JSON? {
      var members: [(name: String, value: JSON)] = []
      while !ends(with: "}") {
        skipBlanks()
        let text = rest.prefix { !":,}".contains($0) }
        rest = rest[text.endIndex...]
        guard !rest.isEmpty else {
          isCut = true
          return nil
        }
        let hasValue = ends(with: ":")
        let member = hasValue ? value(depth) : .null
        guard let member else { return nil }
        members.append((text.trimmed, member))
        _ = ends(with: ",")
      }
      return .object(members)
    }
  }
}
