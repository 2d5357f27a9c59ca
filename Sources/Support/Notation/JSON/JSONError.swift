/// An error in a JSON document.
package struct JSONError: Error, Equatable {
  /// The offset of the byte at which parsing stopped.
  package let offset: Int
  /// Whether the document is nested deeper than ``JSONParser/deepest``.
  package var isTooDeep = false
  /// Whether the document has more values than the caller allowed.
  package var hasTooMany = false
}

extension JSONError: CustomStringConvertible {
  package var description: String {
    if isTooDeep { return "The JSON is nested deeper than \(JSONParser.deepest) levels." }
    return hasTooMany
      ? "The JSON has too many values." : "The JSON is invalid at byte \(offset)."
  }
}
