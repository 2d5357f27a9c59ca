/// The key of a custom value: a hash of its name, so that the fold can compare names without
/// reading them.
///
/// The hash is stored in events and is the same on all devices.
public struct ValueKey: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The hash.
  public var rawValue: Int64

  /// Creates a key from its hash.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Creates the key of a name (FNV-1a, 64 bits).
  public init(name: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    rawValue = Int64(bitPattern: hash)
  }

  /// Creates a key from the two halves in which events store it.
  init(upper: Int32, lower: Int32) {
    rawValue = Int64(upper) << 32 | Int64(UInt32(bitPattern: lower))
  }

  /// The upper half.
  var upper: Int32 { Int32(truncatingIfNeeded: rawValue >> 32) }
  /// The lower half, with the same bits.
  var lower: Int32 { Int32(truncatingIfNeeded: rawValue) }

  /// Compares the hashes. The order has no meaning, but is the same everywhere.
  public static func < (left: ValueKey, right: ValueKey) -> Bool { left.rawValue < right.rawValue }
}
