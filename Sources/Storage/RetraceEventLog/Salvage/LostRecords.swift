/// The metadata `lost`: the records that a recovery could not get back.
///
/// In their places stand records that nobody can read, so that all others keep their numbers. The
/// value is that of ``RecordRanges``.
enum LostRecords {
  static let key = "lost"

  /// Returns the value for some ranges, which rise, or nil if there are none.
  static func bytes(of ranges: [ClosedRange<UInt64>]) -> [UInt8]? {
    ranges.isEmpty ? nil : ranges.bytes
  }

  /// Returns what all metadata says was lost; nothing where its checksum is wrong.
  static func ranges(in metadata: [String: [UInt8]]) -> [ClosedRange<UInt64>] {
    guard let bytes = metadata[key],
      metadata[key + Metadata.checksumSuffix] == Metadata.checksum(of: bytes, under: key)
    else { return [] }
    return RecordRanges(bytes)?.ranges ?? []
  }
}

extension Reader {
  /// Returns the records that a recovery of the profile could not get back.
  ///
  /// They cannot be read, and that is known: no new damage.
  public func lostRecords() throws(LogFailure) -> RecordRanges {
    try metadata(LostRecords.key).flatMap { RecordRanges($0) } ?? RecordRanges()
  }
}

extension Metadata {
  /// Returns the keys whose values their checksums contradict.
  static func damagedKeys(of metadata: [String: [UInt8]]) -> [String] {
    metadata.keys.filter { key in
      guard !key.hasSuffix(checksumSuffix), let bytes = metadata[key],
        let sum = metadata[key + checksumSuffix]
      else {
        // A checksum whose value is gone.
        return key.hasSuffix(checksumSuffix) && metadata[String(key.dropLast())] == nil
      }
      return sum != checksum(of: bytes, under: key)
    }.sorted()
  }
}

extension [ClosedRange<UInt64>] {
  /// The numbers of these ranges that are in none of others; both rise.
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

  /// For each range its first and its last number, 8 bytes each, big-endian.
  var bytes: [UInt8] { flatMap { $0.lowerBound.bigEndianBytes + $0.upperBound.bigEndianBytes } }

  /// The total number of numbers.
  public var numberCount: UInt64 { reduce(0) { $0 + ($1.upperBound - $1.lowerBound) + 1 } }
}
