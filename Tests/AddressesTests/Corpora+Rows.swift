import Foundation
import TestSupport

extension Corpora {
  /// The rows of a JSON array. Plain strings in the array are comments and are omitted.
  static func rows<Row: Decodable>(_ path: String, as type: Row.Type) throws -> [Row] {
    let json = withoutLoneSurrogates(String(decoding: try data(path), as: UTF8.self))
    return try JSONDecoder().decode([RowOrComment<Row>].self, from: Data(json.utf8))
      .compactMap(\.row)
  }

  /// Replaces escapes of lone surrogates by U+FFFD, as a conversion to scalar values does, because
  /// the decoder does not accept them.
  private static func withoutLoneSurrogates(_ json: String) -> String {
    let pair = #/\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/#
    let surrogate = #/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/#
    var result = ""
    var rest = json[...]
    while let match = rest.firstMatch(of: surrogate) {
      result += rest[..<match.range.lowerBound]
      rest = rest[match.range.lowerBound...]
      if let whole = rest.prefixMatch(of: pair) {
        result += whole.output
        rest = rest[whole.range.upperBound...]
      } else {
        result += "\\uFFFD"
        rest = rest[match.range.upperBound...]
      }
    }
    return result + rest
  }
}

/// An element of the suite's arrays.
private struct RowOrComment<Row: Decodable>: Decodable {
  let row: Row?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    row = (try? container.decode(String.self)) == nil ? try container.decode(Row.self) : nil
  }
}
