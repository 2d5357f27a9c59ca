import CWebKitGTK

/// A key for a key binding.
struct Key: RawRepresentable, Equatable {
  let rawValue: UInt32
  static let escape = Key(rawValue: 0xff1b)
  static let up = Key(rawValue: 0xff52)
  static let down = Key(rawValue: 0xff54)
  static let enter = Key(rawValue: 0xff0d)
  static let space = Key(rawValue: 0x20)
}
