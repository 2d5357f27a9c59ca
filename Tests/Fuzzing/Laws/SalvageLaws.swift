import BrowserModel
import EventCoding
import Foundation
import TestSupport

@testable import RetraceEventLog

/// Laws for any data file of a log. The input is a list of changes, of five bytes each, to a
/// constant file.
///
/// A change consists of a page, the offset in the page in two bytes, whose upper bits select the kind of
/// change, and two bytes of content.
enum SalvageLaws {
  private static let sample: SampleLog = {
    do {
      return try SampleLog()
    } catch {
      fatalError("There is no log to damage: \(error)")
    }
  }()

  static func check(_ input: [UInt8]) throws {
    let log = sample
    var damaged = log.bytes
    var changed = Set<Int>()
    var rest = input[...]
    while rest.count >= 5 {
      change(&damaged, &changed, Array(rest.prefix(5)))
      rest = rest.dropFirst(5)
    }
    try Data(damaged).write(to: URL(fileURLWithPath: log.dataPath))
    let survey = try PageLog.read(profile: log.profile) { pages in
      pages.survey(SampleLog.checks) { _, _ in true }!
    }
    if survey.isSound { try readWithLMDB(log) }
    try salvage(log, damaged, changed)
  }

  private static func change(
    _ bytes: inout [UInt8], _ changed: inout Set<Int>, _ change: [UInt8]
  ) {
    let pages = bytes.count / 4_096
    guard pages > 0 else { return }
    let page = Int(change[0]) % pages
    let place = page * 4_096 + Int(change[1]) + Int(change[2] & 0x0F) << 8
    switch change[2] >> 4 {
    case 15:
      bytes.removeSubrange(place...)
    case 14:
      let source = Int(change[3]) % pages * 4_096
      bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: bytes[source..<source + 4_096])
      changed.insert(page)
    case 13:
      for place in page * 4_096..<(page + 1) * 4_096 { bytes[place] = change[3] }
      changed.insert(page)
    default:
      bytes[place] = change[3]
      if place + 1 < bytes.count { bytes[place + 1] = change[4] }
      changed.formUnion([place / 4_096, min(place + 1, bytes.count - 1) / 4_096])
    }
  }

  /// Data without reported damage is unchanged, and LMDB can read it.
  private static func readWithLMDB(_ log: SampleLog) throws {
    let opened = try EventLog(profile: log.profile, access: .readOnly)
    var records: [[UInt8]] = []
    try opened.read { reader in
      try reader.scan { _, bytes in
        records.append(bytes.copied)
        return true
      }
    }
    try hold(records == log.records, "a log that was found sound is read with other records")
    try? FileManager.default.removeItem(atPath: log.profile + "/log-1/lock.mdb")
  }

  /// Every record in an unchanged page is found, and no others are invented.
  private static func salvage(_ log: SampleLog, _ bytes: [UInt8], _ changed: Set<Int>) throws {
    try PageLog.read(profile: log.profile) { pages in
      var salvager = Salvager(pages, SampleLog.checks) { _, _ in true }
      salvager.search()
      var map = salvager.map
      for (place, record) in log.records.enumerated() {
        let found = map.bytes(of: UInt64(place) + 1)
        if let found, found != record { preconditionFailure("record \(place + 1) is made up") }
        let isWhole = log.places[place].contains { range in
          range.upperBound <= bytes.count
            && !(range.lowerBound / 4_096...(range.upperBound - 1) / 4_096).contains {
              changed.contains($0)
            }
        }
        if found == nil, isWhole { preconditionFailure("record \(place + 1) is not found") }
      }
      // A damaged count is believed if its tree is truncated.
      let isTooNew = salvager.newest > UInt64(log.records.count)
      precondition(!isTooNew || bytes.says(salvager.newest), "a record that never was")
    }
  }
}

extension [UInt8] {
  /// Whether the bytes contain a number in LMDB's format.
  fileprivate func says(_ number: UInt64) -> Bool {
    let digits = number.littleEndianBytes
    return indices.dropLast(7).contains { self[$0..<$0 + 8].elementsEqual(digits) }
  }
}

/// A small log with short records, records of several pages, pictures, and free pages.
private final class SampleLog: Sendable {
  let records: [[UInt8]]
  let bytes: [UInt8]
  /// The offsets of all copies of each record in the file.
  let places: [[Range<Int>]]
  let profile: String
  let dataPath: String
  private let folder: TemporaryFolder

  private static let pictures: [[UInt8]: [UInt8]] = [
    Array(repeating: 1, count: 16): Array(repeating: 1, count: 300),
    Array(repeating: 2, count: 16): Array(repeating: 2, count: 9_000),
  ]

  static var checks: ContentChecks {
    var checks = ContentChecks()
    checks.firstByte = 0x0D
    checks.isIntactRecord = { number, bytes in
      guard bytes.byteCount > 5 else { return false }
      let bytes = bytes.copied
      return bytes == RecordLaws.sealed(bytes[5...], EventID(Int32(clamping: number)))
    }
    checks.isIntactBlob = { key, bytes in pictures[key] == bytes.copied }
    return checks
  }

  init() throws {
    folder = try TemporaryFolder()
    profile = folder.path + "/profile"
    dataPath = profile + "/log-1/data.mdb"
    var random = SplitMix64(seed: 7)
    records = (1...90).map { number in
      let count = number % 40 == 0 ? 5_000 : 20 + random.below(160)
      let content = (0..<count).map { _ in UInt8(random.below(256)) }
      return RecordLaws.sealed(content, EventID(Int32(number)))
    }
    try Self.write(records, profile)
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: dataPath)))
    for name in ["lock.mdb", "closed"] {
      try? FileManager.default.removeItem(atPath: profile + "/log-1/" + name)
    }
    places = FileDamage.places(of: records, in: bytes)
  }

  private static func write(_ records: [[UInt8]], _ profile: String) throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    for start in stride(from: 0, to: records.count, by: 15) {
      try log.write { writer in
        for record in records[start..<start + 15] { try writer.append(record) }
        try writer.setCheckpoint([1, UInt8(start)], [1, 2, 3])
        try writer.setMetadata("note", [UInt8(start)])
      }
    }
    try log.write { writer in
      for (key, bytes) in pictures { try writer.putBlob(key, bytes) }
    }
  }
}
