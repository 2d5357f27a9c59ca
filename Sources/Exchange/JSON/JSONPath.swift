internal import Notation

/// The location of values in a JSON document. It consists of member names separated by dots. `*`
/// selects all elements of an array or all members of an object. `a|b` selects the first of two
/// names that exists.
struct JSONPath: ExpressibleByStringLiteral, Sendable {
  private let steps: [[String]]

  /// - Parameter value: A path such as `collections.*.folders`. An empty path is the document
  ///   itself.
  init(stringLiteral value: String) {
    steps = value.split(separator: ".").map { step in
      step.split(separator: "|").map { String($0) }
    }
  }

  /// Returns the values at this location, in the order of the document.
  func values(in json: JSON) -> [JSON] {
    steps.reduce([json]) { values, names in
      values.flatMap { value in
        names == ["*"]
          ? value.elements + value.members.map(\.value)
          : names.lazy.compactMap { value[$0] }.first.map { [$0] } ?? []
      }
    }
  }

  /// Whether there is a value at this location.
  func leadsToValue(in json: JSON) -> Bool { !values(in: json).isEmpty }
}
