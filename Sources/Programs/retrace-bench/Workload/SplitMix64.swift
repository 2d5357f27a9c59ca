/// A random number generator with 64 bits of state. The same seed produces the same numbers on all
/// platforms.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// Returns a number from 0 to `limit - 1`.
  mutating func below(_ limit: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// Returns a number from 0 to `limit - 1` that is usually small. It is derived from the cube of a
  /// uniformly distributed number.
  mutating func skewed(below limit: Int) -> Int {
    let even = Double(next() >> 11) / Double(UInt64(1) << 53)
    return min(Int(even * even * even * Double(limit)), limit - 1)
  }

  /// Returns a pseudorandom number determined by another number.
  static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
