/// A writer of JSON, which writes to a buffer, on one line, in the order of the calls.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///   json.member("sequence", 42)
///   json.array("tabs", of: [2, 9])
/// }
/// let text = json.text  // {"sequence":42,"tabs":[2,9]}
/// ```
///
/// Strings are escaped so that the result is also safe on a terminal. In addition to the escapes
/// that RFC 8259, section 7, requires, control characters, line separators and invisible format
/// characters are written as `\u` escapes. Brackets are always balanced, because closures write the
/// content between them. The caller must write members only inside objects, and values without a
/// name only inside arrays. The writer does not check this rule.
///
/// - Complexity: Amortized O(bytes written).
package struct JSONWriter: Sendable {
  /// The output as UTF-8.
  package private(set) var bytes: [UInt8]
  /// Whether a comma is needed before the next value.
  private var needsComma = false

  /// Creates an empty writer.
  ///
  /// - Parameter capacityBytes: The number of bytes to reserve.
  package init(capacityBytes: Int = 512) {
    bytes = []
    if capacityBytes > 0 { bytes.reserveCapacity(capacityBytes) }
  }

  /// Creates a document that consists of an object.
  package static func object(_ body: (inout JSONWriter) -> Void) -> JSONWriter {
    var json = JSONWriter()
    json.object(body)
    return json
  }

  /// Creates a writer that contains a complete document. A newline at the end of the document is
  /// dropped.
  package init(document: String) {
    bytes = Array(document.utf8)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    needsComma = true
  }

  /// Returns the writer and leaves an empty writer in its place. If the caller continued with a
  /// copy of the writer instead, the next write would copy the buffer.
  mutating func taken() -> JSONWriter {
    var taken = JSONWriter(capacityBytes: 0)
    swap(&taken, &self)
    return taken
  }

  /// The output as a string.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Drops the output, but reuses its memory for the next document.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a document with a newline, so that another document can follow (JSON Lines).
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Writes an object, as a document or as an element of an array.
  ///
  /// - Parameter body: Writes the members.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// Writes an array, as a document or as an element of an array.
  ///
  /// - Parameter body: Writes the elements.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    enclose(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  /// Writes a value, as a document or as an element of an array.
  package mutating func value(_ value: some JSONValue) {
    value.write(to: &self)
  }

  /// Writes a member whose value is an object.
  ///
  /// - Parameters:
  ///   - name: The name. Its uniqueness is not checked.
  ///   - body: Writes the members of the object.
  package mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes a member whose value is an array.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - body: Writes the elements.
  package mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// Writes a member whose value is an array of values, in their order.
  package mutating func array(_ name: String, of values: some Sequence<some JSONValue>) {
    array(name) { json in
      for value in values { json.value(value) }
    }
  }

  /// Writes a member with a value. An optional that is nil becomes `null`.
  package mutating func member(_ name: String, _ value: some JSONValue) {
    key(name)
    value.write(to: &self)
  }

  /// Writes brackets around the output of `body`.
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

  /// Writes the name of a member with its colon.
  private mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a comma if one is needed before the next value.
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes text that is already JSON.
  mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a string in quotes.
  mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONEscaping.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
