package import BrowserModel
package import Bytes

/// The frame of a record: the numbers of the envelope fields, which are outside the body, as in
/// `retrace.proto`.
enum Record {
  /// The tag of the checksum: field 1, 32 bits. The tag comes first, so that the checksum is at a
  /// fixed offset.
  static let checksumTag: UInt8 = 0x0D
  /// The length of tag and checksum, in bytes.
  static let headerLength = 5

  /// The numbers of the envelope fields.
  enum Field {
    static let time: UInt32 = 2
    static let batchOffset: UInt32 = 3
    static let actor: UInt32 = 4
    static let via: UInt32 = 5
    static let branch: UInt32 = 6
    static let occurred: UInt32 = 7
    static let device: UInt32 = 8
    static let deviceSequence: UInt32 = 9
    /// The smallest field number of a body. ``EventKind`` lists all numbers of bodies.
    static let firstBody: UInt32 = 10
    /// Whether the event is redacted. The numbers from 16 to 19 are reserved for envelope fields.
    static let redacted: UInt32 = 16
    static let agent: UInt32 = 17
    static let cause: UInt32 = 18
    static let batchNote: UInt32 = 19
    /// The number of the first field of the message `batchNote`. The numbers of its other fields
    /// follow.
    static let batchName: UInt32 = 1
    static let batchKey: UInt32 = 2
    static let batchFingerprint: UInt32 = 3
    static let batchRun: UInt32 = 4

    /// Whether a field number is reserved for a rare envelope field.
    static func isBeside(_ number: UInt32) -> Bool { (redacted...batchNote).contains(number) }
  }
}

extension Checksum {
  /// Returns the checksum of a record.
  ///
  /// - Parameters:
  ///   - bytes: The bytes after the checksum in the record.
  ///   - sequence: The id under which the record is stored.
  @inline(__always)
  package static func of(_ bytes: RawSpan, sequence: EventID) -> UInt32 {
    of(bytes, seed: Int64(sequence.rawValue))
  }
}
