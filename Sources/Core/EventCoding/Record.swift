/// The frame of a record: what `retrace.proto` says of its outermost message.
enum Record {
  /// Field 1, fixed 32 bits: it comes first, so its bytes stand at a known place.
  static let checksumTag: UInt8 = 0x0D
  /// Tag and checksum.
  static let headerLength = 5

  enum Field {
    static let time: UInt32 = 2
    static let batchOffset: UInt32 = 3
    static let actor: UInt32 = 4
    static let via: UInt32 = 5
    static let branch: UInt32 = 6
    static let occurred: UInt32 = 7
    static let device: UInt32 = 8
    static let deviceSequence: UInt32 = 9
    static let firstBody: UInt32 = 10
    /// The numbers 16 to 19 are none of a kind; the first is in use.
    static let redacted: UInt32 = 16
  }
}
