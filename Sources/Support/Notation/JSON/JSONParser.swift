/// A parser of a single JSON document (RFC 8259). The document may be untrusted, because the parser
/// limits its depth.
///
/// Parsing takes O(bytes).
@safe package struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0
  private var valuesLeft = Int.max

  /// The maximum nesting depth of arrays and objects.
  package static let deepest = 512

  package static func parse(_ bytes: [UInt8]) throws -> JSON {
    try parse(bytes[...])
  }

  /// Parses a document.
  ///
  /// - Parameter most: The maximum number of values. A document with more values is rejected,
  ///   because a value can be as short as a byte or two but takes much more memory.
  package static func parse(
    _ bytes: ArraySlice<UInt8>, valuesAtMost most: Int = .max
  ) throws -> JSON {
    try unsafe bytes.withUnsafeBufferPointer { buffer in
      var parser = unsafe JSONParser(bytes: buffer)
      parser.valuesLeft = most
      return try parser.document()
    }
  }

  /// Returns the positions of the elements of an array that is a member of the document. No values
  /// are created, so a large document takes less memory.
  ///
  /// The syntax of other values is not checked beyond brackets and strings.
  ///
  /// - Returns: The positions, or nil if the document is not an object with an array under that
  ///   name.
  package static func places(ofElementsIn name: String, _ bytes: [UInt8]) throws -> [Range<Int>]? {
    try unsafe bytes.withUnsafeBufferPointer { buffer in
      var parser = unsafe JSONParser(bytes: buffer)
      return try parser.places(ofElementsIn: name)
    }
  }

  private mutating func places(ofElementsIn wanted: String) throws -> [Range<Int>]? {
    if unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    guard next == UInt8(ascii: "{") else { return nil }
    try enter()
    if next == UInt8(ascii: "}") { return nil }
    repeat {
      let name = try memberName()
      skipSpace()
      if name == wanted, next == UInt8(ascii: "[") { return try places() }
      try skipValue()
    } while try goesOn(until: UInt8(ascii: "}"))
    return nil
  }

  private mutating func places() throws -> [Range<Int>] {
    try enter()
    var places: [Range<Int>] = []
    if next == UInt8(ascii: "]") { return places }
    repeat {
      skipSpace()
      let start = position
      try skipValue()
      places.append(start..<position)
    } while try goesOn(until: UInt8(ascii: "]"))
    return places
  }

  private mutating func skipValue() throws {
    let start = position
    var open = 0
    while unsafe position < bytes.count {
      switch unsafe bytes[position] {
      case UInt8(ascii: "\""):
        try skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if open == 0 { return }
        open -= 1
      case UInt8(ascii: ",") where open == 0:
        guard position > start else { throw error }
        return
      default: break
      }
      position += 1
    }
    throw error
  }

  private mutating func skipString() throws {
    position += 1
    while unsafe position < bytes.count {
      switch unsafe bytes[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "\""):
        position += 1
        return
      default: position += 1
      }
    }
    throw error
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = unsafe bytes }

  private mutating func document() throws -> JSON {
    if unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try value()
    skipSpace()
    guard unsafe position == bytes.count else { throw error }
    return value
  }

  private var error: JSONError { JSONError(offset: position) }

  private var next: UInt8 { unsafe position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while unsafe position < bytes.count {
      switch unsafe bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func value() throws -> JSON {
    skipSpace()
    valuesLeft -= 1
    guard valuesLeft >= 0 else { throw JSONError(offset: position, hasTooMany: true) }
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSON) throws -> JSON {
    let end = position + word.utf8CodeUnitCount
    guard unsafe end <= bytes.count else { throw error }
    for offset in 0..<word.utf8CodeUnitCount {
      guard unsafe bytes[position + offset] == word.utf8Start[offset] else { throw error }
    }
    position = end
    return value
  }

  // MARK: Containers

  private mutating func enter() throws {
    position += 1
    depth += 1
    guard depth <= Self.deepest else { throw JSONError(offset: position, isTooDeep: true) }
    skipSpace()
  }

  /// Skips a comma or the closing bracket, and returns whether another element or member follows.
  private mutating func goesOn(until close: UInt8) throws -> Bool {
    skipSpace()
    defer { position += 1 }
    if next == UInt8(ascii: ",") { return true }
    guard next == close else { throw error }
    depth -= 1
    return false
  }

  private mutating func array() throws -> JSON {
    try enter()
    var elements: [JSON] = []
    if next == UInt8(ascii: "]") {
      position += 1
      depth -= 1
      return .array([])
    }
    repeat { elements.append(try value()) } while try goesOn(until: UInt8(ascii: "]"))
    return .array(elements)
  }

  private mutating func object() throws -> JSON {
    try enter()
    var members: [(name: String, value: JSON)] = []
    if next == UInt8(ascii: "}") {
      position += 1
      depth -= 1
      return .object([])
    }
    repeat {
      let name = try memberName()
      members.append((name, try value()))
    } while try goesOn(until: UInt8(ascii: "}"))
    return .object(members)
  }

  /// Reads the name of a member and the colon after it.
  private mutating func memberName() throws -> String {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw error }
    let name = try string()
    skipSpace()
    guard next == UInt8(ascii: ":") else { throw error }
    position += 1
    return name
  }

  // MARK: Strings

  private mutating func string() throws -> String {
    position += 1
    let start = position
    while unsafe position < bytes.count, unsafe bytes[position] != UInt8(ascii: "\"") {
      if unsafe bytes[position] == UInt8(ascii: "\\") { return try escapedString(from: start) }
      position += 1
    }
    guard unsafe position < bytes.count else { throw error }
    defer { position += 1 }
    return unsafe String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func escapedString(from start: Int) throws -> String {
    var text = unsafe Array(bytes[start..<position])
    while unsafe position < bytes.count, unsafe bytes[position] != UInt8(ascii: "\"") {
      if unsafe bytes[position] == UInt8(ascii: "\\") {
        try escape(&text)
      } else {
        unsafe text.append(bytes[position])
        position += 1
      }
    }
    guard unsafe position < bytes.count else { throw error }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape(_ text: inout [UInt8]) throws {
    position += 1
    let kind = next
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: Array(Character(try scalar()).utf8))
    default: throw error
    }
  }

  /// Reads the digits of a `\u` escape, or of two `\u` escapes that form a surrogate pair. An
  /// unpaired surrogate becomes U+FFFD.
  private mutating func scalar() throws -> Unicode.Scalar {
    let unit = try unit()
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(UInt32(unit)) ?? "\u{FFFD}" }
    let isPair =
      unsafe position + 1 < bytes.count && bytes[position] == UInt8(ascii: "\\")
      && bytes[position + 1] == UInt8(ascii: "u")
    guard isPair else { return "\u{FFFD}" }
    let before = position
    position += 2
    let second = try self.unit()
    guard UTF16.isTrailSurrogate(second) else {
      position = before
      return "\u{FFFD}"
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, second]))
  }

  private mutating func unit() throws -> UInt16 {
    guard unsafe position + 4 <= bytes.count else { throw error }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = unsafe Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw error
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  // MARK: Numbers

  private mutating func number() throws -> JSON {
    let start = position
    while unsafe position < bytes.count, unsafe Self.isNumeric(bytes[position]) { position += 1 }
    let text = unsafe String(decoding: bytes[start..<position], as: UTF8.self)
    if let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      position = start
      throw error
    }
    return .number(number)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
