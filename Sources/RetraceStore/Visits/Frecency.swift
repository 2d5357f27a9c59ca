public import BrowserModel
internal import Platform

/// The frequency and recency of visits to a page, as one number that does not have to be updated as
/// time passes.
///
/// A visit has a weight of 1, or more or less depending on how the user reached the page. The
/// weight halves every thirty days. The weight of a page is the sum of the weights of its visits.
/// Relative to a moment long ago, all weights grow by the same factor, so the logarithm of the sum
/// always orders pages in the same way. A page with a greater value ranks higher.
public struct Frecency: Hashable, Comparable, Sendable {
  /// The logarithm to base 2 of the sum of weights, in half-lives since 1970 and multiplied by
  /// ``unit``. The value is below 2²⁸, and 0 for a page that was never visited.
  let rawValue: UInt32

  /// The frecency of a page without visits.
  static let none = Frecency(rawValue: 0)
  /// The maximum value, which is stored in 28 bits.
  static let greatest: UInt32 = 1 << 28 - 1
  /// The number of steps of ``rawValue`` per half-life.
  private static let unit = 65_536.0
  /// Thirty days in milliseconds.
  private static let halfLife: Double = 30 * 86_400_000

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the frecency of one visit.
  ///
  /// - Parameters:
  ///   - transition: The way in which the user reached the page.
  ///   - milliseconds: The time of the visit, in milliseconds since 1970 UTC.
  public init(_ transition: Transition, milliseconds: Int64) {
    let exponent = Double(milliseconds) / Self.halfLife + Self.weight(of: transition)
    rawValue = Self.clamped(exponent * Self.unit)
  }

  /// Returns the frecency of a page that has the visits of both operands.
  static func + (left: Frecency, right: Frecency) -> Frecency {
    let (low, high) = (min(left, right), max(left, right))
    guard low != none else { return high }
    let distance = Double(high.rawValue - low.rawValue) / unit
    return Frecency(rawValue: clamped(Double(high.rawValue) + log2(1 + exp2(-distance)) * unit))
  }

  /// Returns the frecency, limited to the frecency that the same number of typed visits would have
  /// at a moment.
  ///
  /// The frecency exceeds this limit only if the clock was ahead when the visits were recorded.
  /// Such visits count as visits at that moment.
  ///
  /// - Parameters:
  ///   - visitCount: The number of visits.
  ///   - now: The current time, in milliseconds since 1970 UTC.
  func limited(visitCount: UInt32, now: Int64) -> Frecency {
    min(self, Frecency(.typed, milliseconds: now).times(visitCount))
  }

  /// Returns the frecency of `count` equal visits.
  private func times(_ count: UInt32) -> Frecency {
    Frecency(
      rawValue: Self.clamped(Double(rawValue) + log2(Double(max(count, 1))) * Self.unit + 1))
  }

  /// The frecency as if each visit had twice the weight, for pages that are open or bookmarked.
  public var doubled: Frecency {
    self == .none ? self : Frecency(rawValue: min(rawValue + UInt32(Self.unit), Self.greatest))
  }

  /// Whether the left value ranks below the right value.
  public static func < (left: Frecency, right: Frecency) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Returns the logarithm to base 2 of the weight of a visit: for example, a weight of 4 if the
  /// user requested the page, or a quarter if the page was not requested.
  private static func weight(of transition: Transition) -> Double {
    switch transition {
    case .typed, .bookmark, .keyword, .generated: 2
    case .link, .formSubmit, .startPage: 0
    case .reload, .script: -2
    }
  }

  /// Rounds to a value that can be stored. A page with a visit has a value of at least 1.
  private static func clamped(_ value: Double) -> UInt32 {
    UInt32(min(max(value.rounded(), 1), Double(greatest)))
  }
}
