internal import BrowserModel
internal import Glibc

/// How often and how lately a page was visited, as one number that stays as it is while time passes.
///
/// A visit weighs something when it happens, and half of that thirty days later. A page weighs what
/// its visits weigh together. Seen from a moment long ago all of it grows alike, so the logarithm of
/// that sum orders pages today as in a year.
public struct Frecency: Hashable, Comparable, Sendable {
  /// In half-lives since 1970, by ``unit``, below 2²⁸; 0: never visited.
  let rawValue: UInt32

  static let none = Frecency(rawValue: 0)
  static let greatest: UInt32 = 1 << 28 - 1
  private static let unit = 65_536.0
  private static let halfLife: Double = 30 * 86_400_000

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// That of one visit.
  init(_ transition: Transition, milliseconds: Int64) {
    let exponent = Double(milliseconds) / Self.halfLife + Self.weight(of: transition)
    rawValue = Self.clamped(exponent * Self.unit)
  }

  /// That of the visits of both.
  static func + (left: Frecency, right: Frecency) -> Frecency {
    let (low, high) = (min(left, right), max(left, right))
    guard low != none else { return high }
    let distance = Double(high.rawValue - low.rawValue) / unit
    return Frecency(rawValue: clamped(Double(high.rawValue) + log2(1 + exp2(-distance)) * unit))
  }

  /// What it can be at most at a moment. Where it is more, visits are dated by a clock that ran ahead:
  /// then they weigh as if they happened at that moment.
  ///
  /// - Parameters:
  ///   - visitCount: How many visits it is made of.
  ///   - now: In milliseconds since 1970.
  func limited(visitCount: UInt32, now: Int64) -> Frecency {
    min(self, Frecency(.typed, milliseconds: now).times(visitCount))
  }

  private func times(_ count: UInt32) -> Frecency {
    Frecency(
      rawValue: Self.clamped(Double(rawValue) + log2(Double(max(count, 1))) * Self.unit + 1))
  }

  /// As if each visit had weighed twice as much: what a person keeps open or has bookmarked.
  public var doubled: Frecency {
    self == .none ? self : Frecency(rawValue: min(rawValue + UInt32(Self.unit), Self.greatest))
  }

  public static func < (left: Frecency, right: Frecency) -> Bool {
    left.rawValue < right.rawValue
  }

  /// What a person asked for counts four times a link, and what nobody asked for a quarter of it; as
  /// a power of two.
  private static func weight(of transition: Transition) -> Double {
    switch transition {
    case .typed, .bookmark, .keyword, .generated: 2
    case .link, .formSubmit, .startPage: 0
    case .reload, .script: -2
    }
  }

  private static func clamped(_ value: Double) -> UInt32 {
    UInt32(min(max(value.rounded(), 1), Double(greatest)))
  }
}
