import Foundation
import TestSupport
import Testing

/// Programs that write, compact, forget, back up, read and verify at the same time. Some of them are
/// killed. No acknowledged write is lost, and no program reports damage.
@Suite(.timeLimit(.minutes(LongRun.programs / 500 + 30))) struct ManyProgramsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    #expect(try retrace(["open", "first.example"]).end().status == 0)
  }

  private func retrace(_ words: [String]) throws -> ProbeProcess {
    try ProbeProcess(
      program: "retrace", arguments: ["-p", folder.profile, "--json", "--yes"] + words)
  }

  /// The work of a program.
  private enum Work {
    /// Opens a page of a site that no other program opens.
    case open(site: Int)
    /// Forgets the site.
    case forget(site: Int)
    /// Performs an action that is always possible.
    case always([String])
    /// Performs an action that may be impossible in the current state.
    case maybe([String])

    var words: [String] {
      switch self {
      case .open(let site): ["open", "https://\(Self.name(site))/page"]
      case .forget(let site): ["forget", "--site", Self.name(site)]
      case .always(let words), .maybe(let words): words
      }
    }

    static func name(_ site: Int) -> String { "s\(site)s.example" }

    /// The exit statuses that are allowed.
    var statuses: Set<Int32> { if case .maybe = self { [0, 1] } else { [0] } }
  }

  /// The other work of programs, apart from opening and forgetting.
  private var others: [Work] {
    [
      .always(["compact"]), .always(["compact"]), .always(["compact"]), .always(["tabs"]),
      .always(["find", "example"]), .always(["log", "-n", "5"]), .always(["verify", "--quick"]),
      .always(["verify"]), .always(["stats"]), .maybe(["undo"]), .maybe(["close", "1"]),
      .maybe(["zoom", "150"]), .maybe(["bookmark"]), .maybe(["backup", folder.path + "/backup"]),
    ]
  }

  /// The sites that were opened, are being forgotten, or were forgotten.
  private struct Record {
    var opened: Set<Int> = []
    var leaving: Set<Int> = []
    var gone: Set<Int> = []

    mutating func note(_ work: Work) {
      switch work {
      case .open(let site): opened.insert(site)
      case .forget(let site): gone.insert(site)
      case .always, .maybe: break
      }
    }

    mutating func next(_ number: Int, _ others: [Work], _ random: inout SplitMix64) -> Work {
      switch random.below(10) {
      case 0:
        guard let site = opened.subtracting(leaving).min() else { return .open(site: number) }
        leaving.insert(site)
        return .forget(site: site)
      case 1...4: return random.pick(others)
      default: return .open(site: number)
      }
    }
  }

  @Test(arguments: [41]) func `lose none of each other's actions`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var record = Record()
    var running: [(work: Work, program: ProbeProcess)] = []
    func endOldest(canKill: Bool) throws {
      let (work, program) = running.removeFirst()
      if canKill, random.once(in: 8) {
        // The sleep only chooses the moment of the kill.
        usleep(UInt32(random.below(8_000)))
        _ = try program.kill()
        return
      }
      let (output, status) = try program.end()
      #expect(work.statuses.contains(status), "\(work): status \(status), \(output)")
      let told = output.replacing("\"damaged\":[]", with: "")
      #expect(!told.contains("\"damaged\":[") && !told.contains("\"older\""), "\(work)")
      if status == 0 { record.note(work) }
      if case .forget(let site) = work, status == 0 {
        // Other programs may remove files during the search.
        let found = try? Sentinel(Work.name(site)).found(in: folder.profile)
        #expect(found ?? [] == [], "\(site): \(output)")
      }
    }
    for number in 1...LongRun.programs {
      let work = record.next(number, others, &random)
      running.append((work, try retrace(work.words)))
      if running.count > 5 { try endOldest(canKill: true) }
    }
    while !running.isEmpty { try endOldest(canKill: false) }
    try expectWhole(record)
  }

  private func expectWhole(_ record: Record) throws {
    let (log, status) = try retrace(["log", "--limit", "1000000"]).end()
    #expect(status == 0)
    let lost = record.opened.subtracting(record.leaving).filter { !log.contains(Work.name($0)) }
    #expect(lost.isEmpty)
    #expect(!record.gone.isEmpty)
    for site in record.gone {
      #expect(try Sentinel(Work.name(site)).found(in: folder.profile) == [], "\(site)")
    }
    #expect(try retrace(["verify"]).end().status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.profile)
    #expect(names.count == 3, "\(names)")
    LongRun.tell(
      "programs: \(LongRun.programs), \(record.opened.count) sites opened, "
        + "\(record.gone.count) forgotten")
  }
}
