internal import BrowserModel

/// The wire types of Protocol Buffers: the lowest three bits of a tag.
enum WireType {
  static let varint: UInt32 = 0
  static let fixed64: UInt32 = 1
  static let lengthDelimited: UInt32 = 2
  static let fixed32: UInt32 = 5
}
