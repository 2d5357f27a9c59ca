import Addresses
import TestSupport

/// A row of a browser's table: the typed text, and the browser's interpretation.
struct TypedRow: Decodable, Sendable {
  struct Expected: Decodable, Sendable {
    struct Offer: Decodable, Sendable {
      let match: String
      let url: String?
    }

    let kind: String?
    let url: String?
    let loads: String?
    let terms: String?
    let `default`: String?
    let second: Offer?
    let alternate: String?
    let whitelisted: Bool?
    let affectedByDNS: Bool?
    let scheme: String?
    let parts: [String: [Int]]?
  }

  let input: String
  let expected: Expected
  let desiredTLD: String?
  /// The browser settings to which the row applies.
  let when: String?

  static func table(_ name: String) throws -> [TypedRow] {
    try Corpora.lines("address/\(name).jsonl", as: TypedRow.self)
  }
}
