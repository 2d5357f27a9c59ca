import BrowserModel
import EventCoding
import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

/// A log of records with checksums, from which damaged copies are made.
final class DamagedLog {
  let folder: TemporaryFolder
  /// The original data file.
  let bytes: [UInt8]
  let records: [[UInt8]]
  /// The offsets of all copies of each record in the file.
  private let places: [[Range<Int>]]
  private let profile: String
  private let damagedPath: String

  /// Pictures with their keys.
  static let blobs: [[UInt8]: [UInt8]] = [
    key(1): Array(repeating: 1, count: 300), key(2): Array(repeating: 2, count: 9_000),
  ]

  private static func key(_ number: UInt8) -> [UInt8] { Array(repeating: number, count: 16) }

  /// Checks the records and blobs of the sample.
  static var checks: ContentChecks {
    var checks = ContentChecks()
    checks.firstByte = 0x0D
    checks.isIntactRecord = { number, bytes in
      guard bytes.byteCount > 5, bytes.unsafeLoad(as: UInt8.self) == 0x0D else { return false }
      let sum = Checksum.of(bytes.extracting(5...), sequence: EventID(Int32(clamping: number)))
      return UInt32(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 1, as: UInt32.self)) == sum
    }
    checks.isIntactBlob = { key, bytes in blobs[key] == Array(copying: bytes) }
    return checks
  }

  private static func sealed(_ payload: [UInt8], _ number: UInt64) -> [UInt8] {
    let sum = Checksum.of(payload.span.bytes, sequence: EventID(Int32(clamping: number)))
    return [0x0D] + (0..<4).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) } + payload
  }

  /// Writes the log in many small batches, so that there are free pages with previous states.
  init(count: UInt64 = 500) throws {
    folder = try TemporaryFolder()
    let live = folder.path + "/live"
    var random = SplitMix64(seed: 7)
    let records = (1...count).map { number in
      let length = number % 97 == 0 ? 5_000 + Int(number) : 20 + random.below(160)
      return Self.sealed((0..<length).map { _ in UInt8(random.below(256)) }, number)
    }
    self.records = records
    do {
      let log = try EventLog(profile: live, access: .readWrite)
      var number = 0
      while number < records.count {
        let end = min(number + 1 + random.below(40), records.count)
        try log.write { writer in
          for record in records[number..<end] { try writer.append(record) }
          try writer.setCheckpoint([1, UInt8(truncatingIfNeeded: number)], [1, 2, 3])
          try writer.setMetadata("note", [UInt8(truncatingIfNeeded: number)])
        }
        number = end
      }
      try log.write { writer in
        for (key, bytes) in Self.blobs { try writer.putBlob(key, bytes) }
      }
    }
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: live + "/log-1/data.mdb")))
    self.bytes = bytes
    places = FileDamage.places(of: records, in: bytes)
    profile = folder.path + "/damaged"
    damagedPath = profile + "/log-1/data.mdb"
    let files = FileManager.default
    try files.copyItem(atPath: live, toPath: profile)
    for name in ["lock.mdb", "closed"] { try? files.removeItem(atPath: profile + "/log-1/" + name) }
  }

  /// The last offset of the bytes in the data file.
  func lastPlace(of wanted: [UInt8]) throws -> Int {
    try #require(
      bytes.indices.dropLast(wanted.count).last {
        bytes[$0] == wanted[0] && bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
      })
  }

  /// Writes a damaged copy, and returns the path of its profile.
  func write(_ damaged: FileDamage.Damaged) throws -> String {
    try Data(damaged.bytes).write(to: URL(filePath: damagedPath))
    return profile
  }

  /// Whether all bytes of a record still exist somewhere in a damaged copy.
  func isWhole(_ number: UInt64, in damaged: FileDamage.Damaged) -> Bool {
    places[Int(number) - 1].contains { damaged.keeps($0) }
  }

  /// The survey of a profile.
  static func survey(_ profile: String, log: EventLog? = nil) throws -> LogSurvey {
    try PageLog.read(profile: profile, log: log) { pages in
      pages.survey(checks) { _, _ in true }!
    }
  }
}
