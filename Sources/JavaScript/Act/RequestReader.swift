import BrowserModel
import Bytes

/// Reads the arguments of a call, which `retrace.mjs` writes in the order in which they are read here.
/// Numbers have four bytes.
struct RequestReader: ~Escapable {
  private var reader: ByteReader

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) { reader = ByteReader(bytes) }

  /// Throws if the bytes were too short or too long.
  func finish() throws(Failure) {
    guard reader.isAtEnd, !reader.isDamaged else { throw .badArguments() }
  }

  var isDamaged: Bool { reader.isDamaged }

  mutating func int() -> Int { Int(number()) }

  mutating func number() -> Int32 { reader.fixed(Int32.self) }

  /// Reads a number, or nil.
  mutating func optionalInt() -> Int? {
    let number = number()
    return number == .min ? nil : Int(number)
  }

  mutating func id<ID: EventReference>(_ type: ID.Type = ID.self) -> ID { ID(EventID(number())) }

  /// Reads an id, or nil.
  mutating func optionalID<ID: EventReference>(_ type: ID.Type = ID.self) -> ID? {
    optionalInt().map { ID(EventID(Int32($0))) }
  }

  mutating func ids<ID: EventReference>(_ type: ID.Type = ID.self) -> [ID] {
    var ids: [ID] = []
    for _ in 0..<count() where !isDamaged { ids.append(id()) }
    return ids
  }

  mutating func flag() -> Bool { number() != 0 }

  /// Reads a flag, or nil.
  mutating func optionalFlag() -> Bool? { optionalInt().map { $0 != 0 } }

  mutating func text() -> String {
    let count = Int(max(number(), 0))
    return reader.bytes(count).text
  }

  /// Reads a text, or nil.
  mutating func optionalText() -> String? {
    guard let count = optionalInt() else { return nil }
    return reader.bytes(max(count, 0)).text
  }

  mutating func texts() -> [String] {
    var texts: [String] = []
    for _ in 0..<count() where !isDamaged { texts.append(text()) }
    return texts
  }

  /// Reads a list of texts, or nil.
  mutating func optionalTexts() -> [String]? {
    guard let count = optionalInt() else { return nil }
    var texts: [String] = []
    for _ in 0..<max(count, 0) where !isDamaged { texts.append(text()) }
    return texts
  }

  /// Reads the number of elements that follow.
  mutating func count() -> Int { Int(max(number(), 0)) }

  /// Reads a value of an enumeration by its stored number.
  mutating func choice<Choice: RawRepresentable>(
    _ type: Choice.Type = Choice.self
  ) throws(Failure) -> Choice where Choice.RawValue == UInt8 {
    guard let raw = UInt8(exactly: number()), let choice = Choice(rawValue: raw) else {
      throw .badArguments()
    }
    return choice
  }

  /// Reads a value of an enumeration, or nil.
  mutating func optionalChoice<Choice: RawRepresentable>(
    _ type: Choice.Type = Choice.self
  ) throws(Failure) -> Choice? where Choice.RawValue == UInt8 {
    guard let number = optionalInt() else { return nil }
    guard let raw = UInt8(exactly: number), let choice = Choice(rawValue: raw) else {
      throw .badArguments()
    }
    return choice
  }

  mutating func bounds() -> Window.Bounds {
    let (x, y) = (number(), number())
    let (width, height) = (number(), number())
    return Window.Bounds(x: x, y: y, width: width, height: height)
  }

  mutating func level() -> ZoomLevel {
    ZoomLevel(hundredths: UInt16(clamping: number()))
  }

  mutating func zoomChange() throws(Failure) -> ZoomChange {
    let kind = number()
    let level = level()
    switch kind {
    case 0: return .stepIn
    case 1: return .stepOut
    case 2: return .reset
    case 3: return .set(level)
    default: throw .badArguments()
    }
  }
}
