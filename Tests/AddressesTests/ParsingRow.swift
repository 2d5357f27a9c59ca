import Addresses
import Foundation
import TestSupport
import Testing

/// A row of the tables that list the parts of a URL.
struct ParsingRow: Decodable {
  let input: String
  let base: String?
  let failure: Bool?
  let members: [String: String]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    input = try container.decode(String.self, forKey: Key("input"))
    base = try container.decodeIfPresent(String.self, forKey: Key("base"))
    failure = try container.decodeIfPresent(Bool.self, forKey: Key("failure"))
    var members: [String: String] = [:]
    for key in container.allKeys where !["input", "base", "comment"].contains(key.stringValue) {
      if let value = try? container.decode(String.self, forKey: key) {
        members[key.stringValue] = value
      }
    }
    self.members = members
  }

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The differences between the result and the row. Empty if there are none.
  var differences: [String] {
    let parsed: WebURL?
    if let base {
      parsed = WebURL(base).flatMap { WebURL(input, base: $0) }
    } else {
      parsed = WebURL(input)
    }
    let name = "\(input.debugDescription) on \(base ?? "nothing")"
    guard let parsed else { return failure == true ? [] : ["\(name) is refused"] }
    guard failure != true else { return ["\(name) is \(parsed.href)"] }
    return members.compactMap { key, expected in
      guard let actual = parsed.member(key), actual != expected else { return nil }
      return "\(name): \(key) is \(actual), not \(expected)"
    }
  }
}
