internal import Bytes

/// The metadata value `lost`, which lists the records that a recovery could not restore.
///
/// A recovered profile contains unreadable records in place of the lost records, so that all other
/// records keep their numbers. The value has the format of ``RecordRanges``.
enum LostRecords {
  static let key = "lost"

  /// Returns the metadata value for ascending ranges, or nil if there are no ranges.
  static func bytes(of ranges: [ClosedRange<UInt64>]) -> [UInt8]? {
    ranges.isEmpty ? nil : ranges.bytes
  }

  /// Returns the lost records according to the metadata of a log, or an empty array if the checksum
  /// is wrong.
  static func ranges(in metadata: [String: [UInt8]]) -> [ClosedRange<UInt64>] {
    guard let bytes = metadata[key],
      metadata[key + Metadata.checksumSuffix] == Metadata.checksum(of: bytes, under: key)
    else { return [] }
    return RecordRanges(bytes)?.ranges ?? []
  }
}

extension Reader {
  /// Returns the records that a recovery of the profile could not restore.
  ///
  /// The loss of these records is already known.
  public func lostRecords() throws -> RecordRanges {
    try metadata(LostRecords.key).flatMap { RecordRanges($0) } ?? RecordRanges()
  }
}

extension Metadata {
  /// Returns the keys whose values do not match their checksums.
  static func damagedKeys(of metadata: [String: [UInt8]]) -> [String] {
    metadata.keys.filter { key in
      guard !key.hasSuffix(checksumSuffix), let bytes = metadata[key],
        let sum = metadata[key + checksumSuffix]
      else {
        // The key is damaged if it is a checksum without a value.
        return key.hasSuffix(checksumSuffix) && metadata[String(key.dropLast())] == nil
      }
      return sum != checksum(of: bytes, under: key)
    }.sorted()
  }
}

extension [ClosedRange<UInt64>] {
  /// Returns the numbers that are in these ranges but not in other ranges. Both arrays must be
  /// ascending.
  public func without(_ others: [ClosedRange<UInt64>]) -> [ClosedRange<UInt64>] {
    var result: [ClosedRange<UInt64>] = []
    for range in self {
      var start = range.lowerBound
      for other in others where other.overlaps(range) {
        if other.lowerBound > start { result.append(start...other.lowerBound - 1) }
        start = Swift.max(start, other.upperBound + 1)
      }
      if start <= range.upperBound { result.append(start...range.upperBound) }
    }
    return result
  }

  /// The first and the last number of each range, 8 bytes each, in big-endian order.
  var bytes: [UInt8] { flatMap { $0.lowerBound.bigEndianBytes + $0.upperBound.bigEndianBytes } }

  /// The total count of the numbers in all ranges.
  public var numberCount: UInt64 { reduce(0) { $0 + ($1.upperBound - $1.lowerBound) + 1 } }
}
