/// Writes JSON into a buffer, in the order in which it is told, on one line.
///
///     var json = JSONWriter()
///     json.object { json in
///       json.member("sequence", 42)
///       json.array("tabs", of: [2, 9])
///     }
///     // {"sequence":42,"tabs":[2,9]}
///
/// Strings are escaped so that the result is also safe on a terminal: besides what RFC 8259
/// section 7 asks for, control characters, line separators and invisible format characters are
/// written as `\u` escapes. Members and elements belong inside an object and an array; the
/// closures keep the brackets in pairs. Amortised O(bytes written).
public struct JSONWriter: Sendable {
  /// What was written, as UTF-8.
  public private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Makes an empty writer.
  public init(capacityBytes: Int = 512) {
    bytes = []
    if capacityBytes > 0 { bytes.reserveCapacity(capacityBytes) }
  }

  /// Takes the writer out of where it is, so that somebody else can go on with it: a copy would be
  /// copied with the next byte.
  mutating func taken() -> JSONWriter {
    var taken = JSONWriter(capacityBytes: 0)
    swap(&taken, &self)
    return taken
  }

  /// What was written, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets what was written and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a document with a newline, so that another may follow.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Writes an object as a document or an element.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// Writes an array as a document or an element.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    enclose(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  /// Writes a value as a document or an element.
  public mutating func value(_ value: some JSONValue) {
    value.write(to: &self)
  }

  /// Writes a member whose value is an object.
  public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes a member whose value is an array.
  public mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// Writes a member whose value is an array of values.
  public mutating func array(_ name: String, of values: some Sequence<some JSONValue>) {
    array(name) { json in
      for value in values { json.value(value) }
    }
  }

  /// Writes a member.
  public mutating func member(_ name: String, _ value: some JSONValue) {
    key(name)
    value.write(to: &self)
  }

  private mutating func enclose(
    _ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(open)
    needsComma = false
    body(&self)
    bytes.append(close)
    needsComma = true
  }

  private mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONEscaping.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
