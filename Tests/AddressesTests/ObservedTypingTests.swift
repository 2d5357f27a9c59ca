import Addresses
import Foundation
import TestSupport
import Testing

/// What two browsers answered in their address bars, against the policy `retrace`.
@Suite(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
struct ObservedTypingTests {
  struct Row: Decodable {
    struct Expected: Decodable {
      let url: String?
      let loads: String?
      let terms: String?
      let `default`: String?
    }

    let input: String
    let expected: Expected

    /// What was loaded, or `search`, or `nothing`.
    var outcome: String {
      if let loads = expected.loads { return loads.withoutScheme }
      if expected.terms != nil || expected.default == "search" { return "search" }
      return expected.default == "url" ? (expected.url ?? "").withoutScheme : "nothing"
    }
  }

  static let chromium = "address/observed-chromium.jsonl"
  static let firefox = "address/observed-firefox.jsonl"

  @Test(arguments: [(chromium, 0.84), (firefox, 0.83)])
  func agreesWithABrowserForMostInput(file: String, share: Double) throws {
    expectAgreement(with: try Corpora.lines(file, as: Row.self), atLeast: share)
  }

  /// Ordinary input is what both browsers understand the same way.
  @Test func agreesWithBothBrowsersWhereTheyAgree() throws {
    let other = Dictionary(
      try Corpora.lines(Self.firefox, as: Row.self).map { ($0.input, $0.outcome) },
      uniquingKeysWith: { first, _ in first })
    let rows = try Corpora.lines(Self.chromium, as: Row.self)
      .filter { other[$0.input] == $0.outcome }
    #expect(rows.count > 400)
    expectAgreement(with: rows, atLeast: 0.91)
  }

  private func expectAgreement(with rows: [Row], atLeast share: Double) {
    let context = Typed.Context(homeFolder: "/home/user")
    let differing = rows.compactMap { row -> String? in
      let outcome = Typed.resolve(row.input, context).outcome
      guard outcome != row.outcome else { return nil }
      return "\(row.input.debugDescription): \(outcome), not \(row.outcome)"
    }
    let agreement = 1 - Double(differing.count) / Double(rows.count)
    #expect(agreement >= share, "\(agreement):\n\(differing.joined(separator: "\n"))")
  }
}

extension Resolution {
  fileprivate var outcome: String {
    switch kind {
    case .url: (url?.href ?? "").withoutScheme
    case .search: "search"
    case .refused: "nothing"
    }
  }
}

extension String {
  /// The text without `http:` or `https:`: which of the two is added is a preference.
  fileprivate var withoutScheme: String {
    for scheme in ["http:", "https:"] where hasPrefix(scheme) {
      return String(dropFirst(scheme.count))
    }
    return self
  }
}
