/// A value that can be written as JSON.
///
/// ```swift
/// struct Point: JSONValue {
///   var x: Int
///   var y: Int
///
///   func write(to json: inout JSONWriter) { json.value([x, y]) }
/// }
/// var json = JSONWriter()
/// json.object { json in json.member("place", Point(x: 3, y: 4)) }
/// let text = json.text  // {"place":[3,4]}
/// ```
package protocol JSONValue: SendableMetatype {
  /// Writes exactly one JSON value, which is a string, a number, an object, an array, `true`,
  /// `false` or `null`.
  func write(to json: inout JSONWriter)
}

extension String: JSONValue {
  /// Writes a JSON string.
  package func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: JSONValue {
  /// Writes `true` or `false`.
  package func write(to json: inout JSONWriter) { json.literal(self ? "true" : "false") }
}

/// The implementation of ``JSONValue`` for integer types. Each type only needs to declare its
/// conformance.
extension FixedWidthInteger {
  /// Writes a JSON number.
  package func write(to json: inout JSONWriter) { json.literal(String(self)) }
}

extension Int: JSONValue {}
extension Int32: JSONValue {}
extension Int64: JSONValue {}
extension UInt32: JSONValue {}
extension UInt64: JSONValue {}

extension Double: JSONValue {
  /// Writes the shortest number that is parsed as the same value, such as `1.25`, `1.0` or `1e+20`.
  /// Infinities and NaN are not supported by JSON and become `null`.
  package func write(to json: inout JSONWriter) { json.literal(isFinite ? description : "null") }
}

extension Optional: JSONValue where Wrapped: JSONValue {
  /// Writes the value, or `null`.
  package func write(to json: inout JSONWriter) {
    if let value = self { value.write(to: &json) } else { json.literal("null") }
  }
}

// The conformance allows a document to be embedded in another document, as a member or an element.
extension JSONWriter: JSONValue {
  /// Writes the document that this writer contains.
  package func write(to json: inout JSONWriter) { json.literal(text) }
}

extension Array: JSONValue where Element: JSONValue {
  /// Writes a JSON array.
  package func write(to json: inout JSONWriter) {
    json.array { json in
      for element in self { json.value(element) }
    }
  }
}
