import BrowserModel
import Foundation
import RetraceEventLog
import TestSupport
import Testing

/// Damaged copies of a profile. The program either reports that data may be missing, or returns the
/// same answers as before. It never crashes because of a bug, and never hangs.
struct DamagedCopiesTests {
  private let folder: TemporaryFolder
  private let data: URL
  /// The bytes of the undamaged data file.
  private let bytes: [UInt8]
  /// The answers of the program for the undamaged profile.
  private var sound: [Substring] = []

  /// The commands to run. The last command prints the size of the file, so any answer to it is
  /// accepted.
  private static let questions = [
    "log --limit 1000", "tabs", "state", "bookmarks", "find mark", "visits --top", "closed",
    "windows",
    "stats",
  ]

  init() throws {
    folder = try TemporaryFolder()
    var lines: [String] = []
    for number in 0..<150 {
      switch number % 7 {
      case 0...2: lines.append("open https://site\(number).example/page?q=\(number)")
      case 3: lines.append("go https://other\(number).example/x")
      case 4: lines.append("bookmark --title 'A mark'")
      case 5: lines.append("zoom \(110 + number)")
      default: lines.append("close")
      }
    }
    let made = try RetraceProcess.run(
      ["-p", folder.profile], input: lines.joined(separator: "\n"))
    try #require(made.status == 0, "\(made.errors)")
    data = URL(filePath: folder.profile + "/log-1/data.mdb")
    bytes = try [UInt8](Data(contentsOf: data))
    let answer = try ask()
    try #require(answer.status == 0, "\(answer.errors)")
    sound = answer.output.split(separator: "\n")
    try #require(sound.count == Self.questions.count)
  }

  /// Runs all commands, for at most a minute.
  private func ask() throws -> Subprocess {
    for name in ["lock.mdb", "closed"] {
      try? FileManager.default.removeItem(atPath: folder.profile + "/log-1/" + name)
    }
    return try Subprocess.run(
      "/usr/bin/timeout",
      ["60", RetraceProcess.executable.path, "-p", folder.profile, "--read-only", "--json"],
      input: Data(Self.questions.joined(separator: "\n").utf8), environment: ["TZ": "UTC"],
      in: folder.url)
  }

  /// Compares the answers for a damaged file with the answers for the undamaged file.
  private func expectTold(_ damaged: [UInt8], _ what: Comment) throws {
    try Data(damaged).write(to: data)
    let answer = try ask()
    let lines = answer.output.split(separator: "\n")
    switch answer.status {
    case 0: #expect(lines.dropLast() == sound.dropLast(), what)
    case 3, 4:
      #expect(!answer.errors.isEmpty || answer.output.contains("\"error\""), what)
      guard lines.count == sound.count else { break }
      for (line, right) in zip(lines, sound).dropLast() where line != right {
        let members = ["\"damaged\"", "\"older\"", "\"error\""]
        #expect(members.contains { line.contains($0) }, what)
      }
    default:
      Issue.record("\(what): status \(answer.status), \(answer.errors)")
    }
  }

  @Test func `possibly missing data is reported`() throws {
    let first = LongRun.firstDamagedCopy
    for number in first..<first + LongRun.damagedCopies {
      let damaged = FileDamage.damage(bytes, number: number)
      try expectTold(damaged.bytes, "copy \(number), \(damaged.kind.rawValue)")
    }
  }

  @Test func `intact data is recovered`() throws {
    let records = try records(of: folder.profile)
    let places = FileDamage.places(of: records, in: bytes)
    let new = folder.path + "/new"
    var (damagedCount, lostCount) = (0, 0)
    let first = LongRun.firstDamagedCopy
    for number in first..<first + LongRun.damagedCopies {
      let damaged = FileDamage.damage(bytes, number: number)
      let what: Comment = "copy \(number), \(damaged.kind.rawValue)"
      let status = try recover(damaged.bytes, into: new, what)
      let found = (try? self.records(of: new)) ?? []
      for (place, record) in records.enumerated() {
        let came = place < found.count ? found[place] : nil
        let isWhole = places[place].contains { damaged.keeps($0) }
        #expect(came == record || !isWhole && came ?? Self.lost == Self.lost, what)
        if came != record { lostCount += 1 }
      }
      #expect(found.count <= records.count, what)
      // If no loss is reported, no record is missing.
      #expect(status == 4 || found == records, what)
      if status == 4 { damagedCount += 1 }
      try? FileManager.default.removeItem(atPath: new)
    }
    #expect(damagedCount > 0 && lostCount > 0)
    LongRun.tell("recovered: \(damagedCount) copies with a loss, \(lostCount) records of them")
  }

  /// The record that replaces a lost record.
  private static let lost: [UInt8] = [0x0D]

  /// Recovers a damaged file to a new profile, within at most a minute.
  private func recover(_ damaged: [UInt8], into new: String, _ what: Comment) throws -> Int32 {
    for name in ["lock.mdb", "closed"] {
      try? FileManager.default.removeItem(atPath: folder.profile + "/log-1/" + name)
    }
    try Data(damaged).write(to: data)
    let answer = try Subprocess.run(
      "/usr/bin/timeout",
      ["60", RetraceProcess.executable.path, "-p", folder.profile, "recover", new], in: folder.url)
    #expect([0, 4].contains(answer.status), "\(what): status \(answer.status), \(answer.errors)")
    return answer.status
  }

  private func records(of profile: String) throws -> [[UInt8]] {
    try EventLog(profile: profile, access: .readOnly).read { reader in
      var records: [[UInt8]] = []
      while let record = try reader.withRecord(
        at: UInt64(records.count + 1), { bytes in bytes.copied })
      {
        records.append(record)
      }
      return records
    }
  }

  /// Sets one bit in each number of a head page, which makes the number too large, or the size of a
  /// page 0.
  @Test(arguments: [0, 4_096], [63, 12]) func `any number in a head is handled`(
    head: Int, bit: Int
  ) throws {
    for place in stride(from: 24, to: 152, by: 8) {
      var damaged = bytes
      damaged[head + place + bit / 8] ^= 1 << (bit % 8)
      try expectTold(damaged, "head at \(head), number at \(place), bit \(bit)")
    }
  }
}
